import { dtypeClass } from "../../src/embed/catalogue.ts";
import type { Golden } from "../../src/embed/golden.ts";
import { checkGolden } from "../../src/embed/golden_check.ts";
import type { OnnxPlan } from "./onnx_options.ts";

/** For a model without golden vectors. Of different lengths, so that a batch of them is padded. */
const SAMPLES = [
  "The ferry leaves at nine.",
  "Who is allergic to peanuts, and since when?",
  "naïve café, 東京, Привет 🙂",
];

/** The least cosine of what a GPU gives to what the CPU gives, by the same weights. */
const LEAST = { float: 0.999, int8: 0.98 };

/** Texts as they are embedded, and what a device must make of them. */
export class DeviceCheck {
  readonly texts: readonly string[];
  readonly #golden: readonly Golden[];
  readonly #least: number;

  /** Of the model's golden vectors; where it has none, texts that must merely give vectors. */
  constructor({ model, dtype }: OnnxPlan) {
    const kind = dtypeClass(dtype);
    this.#least = LEAST[kind];
    this.#golden = model.golden[kind] ?? [];
    this.texts = this.blind
      ? SAMPLES.map((text) => model.prompts.document + text)
      : this.#golden.map(({ text, as }) => model.prompts[as] + text);
  }

  /** Whether it knows no vectors. */
  get blind(): boolean {
    return this.#golden.length === 0;
  }

  /**
   * @param reference What another device gave for the texts, in place of golden vectors.
   * @throws {BicameralError} `EMBEDDING_FAILED` where a vector misses.
   */
  check(vectors: readonly Float32Array[], reference?: readonly Float32Array[]): void {
    const wanted = reference?.map((vector, i): Golden => ({
      text: this.texts[i]!,
      as: "document",
      source: "the same weights on the CPU",
      record: { vector, least: this.#least },
    }));
    checkGolden(wanted ?? this.#golden, vectors);
  }
}
