import { dtypeClass } from "../../src/embed/catalogue.ts";
import type { DtypeClass } from "../../src/embed/embedder.ts";
import type { GoldenVector } from "../../src/embed/golden.ts";
import { checkGolden } from "../../src/embed/golden_check.ts";
import type { OnnxPlan } from "./onnx_options.ts";

/** For a model without golden vectors. Of different lengths, so that a batch of them is padded. */
const SAMPLES = [
  "The ferry leaves at nine.",
  "Who is allergic to peanuts, and since when?",
  "naïve café, 東京, Привет 🙂",
];

/** Texts as they are embedded, and what a device must make of them. */
export class DeviceCheck {
  readonly texts: readonly string[];
  readonly #wanted: readonly GoldenVector[];
  readonly #dtype: DtypeClass;

  /** Of the model's golden vectors; where it has none, texts that must merely give vectors. */
  constructor({ model, dtype }: OnnxPlan) {
    this.#dtype = dtypeClass(dtype);
    this.#wanted = model.golden[this.#dtype] ?? [];
    const known = this.#wanted.map(({ text }) => text);
    this.texts = (known.length > 0 ? known : SAMPLES).map((text) => model.prompts.document + text);
  }

  /** Whether it knows no vectors. */
  get blind(): boolean {
    return this.#wanted.length === 0;
  }

  /**
   * @param reference What another device gave for the texts, in place of golden vectors.
   * @throws {BicameralError} `EMBEDDING_FAILED` where a vector misses.
   */
  check(vectors: readonly Float32Array[], reference?: readonly Float32Array[]): void {
    const wanted = reference?.map((vector, i) => ({ text: this.texts[i]!, vector }));
    checkGolden(wanted ?? this.#wanted, vectors, this.#dtype);
  }
}
