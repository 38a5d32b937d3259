import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import process from "node:process";
import { gunzipSync } from "node:zlib";
import { openPglite } from "../../backends/database/pglite.ts";
import { userDirectories } from "../../backends/files/paths.ts";
import { gaussian, randomNumbers } from "../evaluate/random.ts";
import { SHARED } from "../../testing/references.ts";
import { openStoreOn } from "../../testing/test_store.ts";
import type { Database } from "../database.ts";
import { BGE_LARGE, identityOf } from "../embed/catalogue.ts";
import type { Embedder } from "../embed/embedder.ts";
import { type EmbedderSource, LazyEmbedder } from "../embed/lazy_embedder.ts";
import { DEFAULT_TEXT_TEMPLATE } from "../embed/turn_text.ts";
import type { MemoryStore } from "../memory/memory_store.ts";
import type { NewMemory } from "../memory/types.ts";
import { defineSpace, LARGE, type Space } from "../spaces/space.ts";
import { toUnitLength } from "../spaces/vector_codec.ts";
import { DenseRetriever } from "./dense.ts";

const folder = SHARED && new URL("data/bge_large_vectors/", SHARED);
const patient = process.env["BICAMERAL_TEST"] === "full" || "Bun" in globalThis;
const reason = folder ? "in Bun, or with --full" : "needs ../shared/data/bge_large_vectors";
const run = folder !== null && patient;

const SUBJECTS = ["biology", "economics", "leetcode", "theoremqa-questions"] as const;
const ROWS = 10_000;
const QUERIES = 100;
/** Deviation of the noise, a dimension: a copy's cosine to its original is 0.84. */
const NOISE = 0.02;
/** A tail this short may stay out of the graph; the store scans it. */
const SHORT_TAIL = 500;

/** A vector of the model, and what its text was about. */
interface Real {
  readonly subject: string;
  readonly vector: Float32Array;
}

/** Stands in for the model: it hands over the vector that was laid ready. */
class Prepared implements EmbedderSource {
  readonly model: EmbedderSource["model"] = identityOf(BGE_LARGE, "fp32");
  readonly maxTokens: number = BGE_LARGE.maxTokens;
  /** The vector of the next query. */
  next: Float32Array = new Float32Array();

  open(): Promise<Embedder> {
    return Promise.resolve({
      model: this.model,
      dimensions: BGE_LARGE.dimensions,
      maxTokens: this.maxTokens,
      device: "cpu",
      notes: [],
      countTokens: (texts) => Promise.resolve(texts.map(() => 1)),
      embedQueries: (texts) => Promise.resolve(texts.map(() => this.next)),
      embedDocuments: () => Promise.reject(new TypeError("All memories come with vectors")),
      close: () => Promise.resolve(),
    });
  }
}

describe("DenseRetriever of the large space", () => {
  const prepared = new Prepared();
  let real: Real[];
  let database: Database;
  let space: Space;
  let store: MemoryStore;

  beforeAll(async () => {
    if (!run) return;
    const { cacheDir } = userDirectories(process.env);
    database = await openPglite({ location: "memory://", cacheDirectory: cacheDir });
    space = await defineSpace(LARGE, prepared.model, DEFAULT_TEXT_TEMPLATE);
    store = await openStoreOn(database, { mode: "gpu", large: prepared, exactBelow: 0 });
    real = readVectors();
    await store.addMany(memories(real, space));
    await indexed();
  }, 85_000);
  afterAll(async () => {
    if (run) await store.close();
  });

  (run ? test : test.skip)(
    "recall@10 of the large space's index is at least 0.95 against exact, on the 542 real vectors" +
      ` of BGE-large with noise copies (10,000 rows) (${reason})`,
    async () => {
      const live = { space, embedder: new LazyEmbedder(prepared) };
      const exact = new DenseRetriever(database, live, null, 1_000_000);
      const byIndex = new DenseRetriever(database, live, null, 0);
      const queries = nearSome(real);
      const recall = async (filter: { sourceType?: string }) => {
        let found = 0;
        for (const query of queries) {
          prepared.next = query;
          const options = { namespace: "default", filter, minTrust: 0.3, limit: 10 };
          const truth = await (await exact.prepare(""))(options);
          const list = await (await byIndex.prepare(""))(options);
          expect([truth.scan, list.scan]).toEqual(["exact", "index"]);
          expect(truth.hits).toHaveLength(10);
          const ids = new Set(list.hits.map((hit) => hit.id));
          found += truth.hits.filter((hit) => ids.has(hit.id)).length;
        }
        return found / (10 * queries.length);
      };
      expect(await recall({})).toBeGreaterThanOrEqual(0.95);
      // A fifth of the rows; most of the queries are about something else.
      expect(await recall({ sourceType: "biology" })).toBeGreaterThanOrEqual(0.95);
    },
    85_000,
  );

  /** Resolves once all rows but a short tail are in the graph. */
  async function indexed(): Promise<void> {
    while (true) {
      const [large] = (await store.status()).spaces;
      if (large?.vectors === ROWS && large.indexed > ROWS - SHORT_TAIL) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
});

function readVectors(): Real[] {
  return SUBJECTS.flatMap((subject) => {
    const packed = readFileSync(new URL(`${subject}.vectors.jsonl.gz`, folder as URL));
    return gunzipSync(packed).toString("utf8").trimEnd().split("\n").map((line) => ({
      subject,
      vector: toUnitLength(Float32Array.from(JSON.parse(line).vector)),
    }));
  });
}

/** The real vectors, then noisy copies of them. */
function* memories(real: readonly Real[], { id }: Space): Generator<NewMemory> {
  const random = randomNumbers(1);
  for (let i = 0; i < ROWS; i++) {
    const { subject, vector } = real[i % real.length] as Real;
    yield {
      text: `Memory ${i}`,
      sourceType: subject,
      vectors: { [id]: i < real.length ? vector : noisy(vector, random) },
    };
  }
}

/** Noisy copies of some of the real vectors, none of them drawn twice. */
function nearSome(real: readonly Real[]): Float32Array[] {
  const random = randomNumbers(2);
  const left = real.slice();
  return Array.from({ length: QUERIES }, () => {
    const [drawn] = left.splice(Math.floor(random() * left.length), 1);
    return noisy((drawn as Real).vector, random);
  });
}

function noisy(vector: Float32Array, random: () => number): Float32Array {
  const normal = gaussian(random);
  return toUnitLength(vector.map((x) => x + NOISE * normal()));
}
