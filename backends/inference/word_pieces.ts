import { Tokenizer } from "@huggingface/tokenizers";

/**
 * BERT's word pieces, id for id those of the reference (the Rust `tokenizers`).
 * Special tokens written in a text are text: a memory is data.
 */
export class WordPieces {
  readonly #tokenizer: Tokenizer;
  readonly #maxTokens: number;
  readonly #separator: number;

  /**
   * @param file The parsed `tokenizer.json`. What it says of truncation and padding is left aside.
   * @param maxTokens The model's window, special tokens included.
   */
  constructor(file: object, maxTokens: number) {
    // With no added tokens, "[SEP]" in a text is three pieces; the vocabulary still has the real one.
    const tokenizer = { ...file, truncation: null, padding: null, added_tokens: [] };
    this.#tokenizer = new Tokenizer(tokenizer, {});
    this.#maxTokens = maxTokens;
    this.#separator = this.#tokenizer.encode("").ids.at(-1)!;
  }

  /** Ids of `[CLS] text [SEP]`; what exceeds the window is cut off before `[SEP]`. */
  encode(text: string): number[] {
    const ids = this.#tokenizer.encode(asReference(text)).ids;
    if (ids.length > this.#maxTokens) ids.splice(this.#maxTokens - 1, Infinity, this.#separator);
    return ids;
  }

  /** Word pieces of the whole text, special tokens not counted. */
  count(text: string): number {
    return this.#tokenizer.tokenize(asReference(text)).length;
  }
}

/** Ideographs beyond U+FFFF. That U+2B820 to U+2B91F are left out is the reference's slip, kept. */
const IDEOGRAPHS =
  /[\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\u{2F800}-\u{2FA1F}]/gu;

/**
 * Does what the reference does and the library does not: sets ideographs beyond
 * U+FFFF apart, and lower-cases character by character. Sigma is the only letter
 * whose lower case depends on its neighbours (Unicode's Final_Sigma).
 */
function asReference(text: string): string {
  return text.replace(IDEOGRAPHS, " $& ").replaceAll("Σ", "σ");
}
