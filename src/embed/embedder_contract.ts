import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Embedder } from "./embedder.ts";

const TEXTS = [
  "Who is allergic to peanuts?",
  "The dentist appointment is on Tuesday at 14:30.",
  "naïve café, 東京, Привет 🙂",
  "",
  "[CLS] special tokens [SEP] are text [MASK]",
  "nul \0, bell \x07, lone surrogate \ud800, no-break\u00a0space",
];

/** How long opening a model or a slow device's work may take. */
const TIMEOUT_MS = 30_000;

/**
 * What every {@linkcode Embedder} does, whatever runs the model.
 *
 * @param open Opens a new one; it is closed by the suite.
 * @param waiting Documents that are more than it computes in one run.
 */
export function embedderContract(
  name: string,
  open: () => Promise<Embedder>,
  waiting: number = 30,
): void {
  describe(`embedder contract: ${name}`, () => {
    let embedder: Embedder;
    beforeAll(async () => {
      embedder = await open();
    }, TIMEOUT_MS);
    afterAll(async () => {
      await embedder.close();
    });

    test("Embedder says what its vectors are", () => {
      expect(embedder.dimensions).toBe(embedder.model.dimensions);
      expect(embedder.maxTokens).toBeGreaterThan(2);
      expect(["cpu", "cuda", "webgpu", "wasm"]).toContain(embedder.device);
    });

    test("Embedder gives a unit vector for each text, in order", async () => {
      for (const embed of both(embedder)) {
        const vectors = await embed(TEXTS);
        expect(vectors.length).toBe(TEXTS.length);
        for (const vector of vectors) {
          expect(vector.length).toBe(embedder.dimensions);
          expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
        }
      }
    }, TIMEOUT_MS);

    test("Embedder gives a text the same vector alone and among others, bit for bit", async () => {
      for (const embed of both(embedder)) {
        const together = await embed(TEXTS);
        const alone = await Promise.all(TEXTS.map(async (text) => (await embed([text]))[0]!));
        expect(alone).toEqual(together);
      }
    }, TIMEOUT_MS);

    test("Embedder gives nothing for no texts", async () => {
      expect(await embedder.embedQueries([])).toEqual([]);
      expect(await embedder.embedDocuments([])).toEqual([]);
      expect(await embedder.countTokens([])).toEqual([]);
    });

    test("countTokens() counts word pieces beyond the window, and no special tokens", async () => {
      const long = "river ".repeat(2 * embedder.maxTokens);
      expect(await embedder.countTokens(["", "river", "[SEP]", long]))
        .toEqual([0, 1, 3, 2 * embedder.maxTokens]);
    });

    test("embedDocuments() cuts a text that is longer than the window", async () => {
      const fits = "river ".repeat(embedder.maxTokens - 2);
      const [exact, longer, shorter] = await embedder.embedDocuments([
        fits,
        fits + "delta and more",
        fits.slice(6),
      ]);
      expect(longer).toEqual(exact!);
      expect(shorter).not.toEqual(exact!);
    }, TIMEOUT_MS);

    test("embedQueries() goes ahead of documents that wait", async () => {
      const order: string[] = [];
      const documents = embedder.embedDocuments(many(waiting)).then(() => order.push("documents"));
      const query = embedder.embedQueries(["river"]).then(() => order.push("query"));
      await Promise.all([documents, query]);
      expect(order).toEqual(["query", "documents"]);
    }, TIMEOUT_MS);

    test("Embedder rejects with the signal's reason when aborted, and works on", async () => {
      const reason = new Error("changed my mind");
      const aborted = AbortSignal.abort(reason);
      await expect(embedder.embedQueries(["river"], aborted)).rejects.toBe(reason);
      await expect(embedder.embedDocuments(["river"], aborted)).rejects.toBe(reason);
      await expect(embedder.countTokens(["river"], aborted)).rejects.toBe(reason);

      const controller = new AbortController();
      const running = embedder.embedDocuments(many(200), controller.signal);
      setTimeout(() => controller.abort(reason), 1);
      await expect(running).rejects.toBe(reason);
      expect((await embedder.embedQueries(["river"])).length).toBe(1);
    }, TIMEOUT_MS);

    test("close() ends what runs and what comes after with STORE_CLOSED", async () => {
      const other = await open();
      const closed = expect.objectContaining({ code: "STORE_CLOSED" });
      const running = other.embedDocuments(many(200)).catch((error) => error);
      await Promise.all([other.close(), other.close()]);
      expect(await running).toEqual(closed);
      await expect(other.embedQueries(["river"])).rejects.toEqual(closed);
      await expect(other.countTokens([])).rejects.toEqual(closed);
      await other.close();
    }, TIMEOUT_MS);
  });
}

type Embed = (texts: readonly string[]) => Promise<Float32Array[]>;

function both(embedder: Embedder): Embed[] {
  return [
    (texts) => embedder.embedQueries(texts),
    (texts) => embedder.embedDocuments(texts),
  ];
}

/** Different short texts. */
function many(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `The river rose by ${i} centimetres.`);
}
