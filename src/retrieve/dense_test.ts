import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import process from "node:process";
import { openPglite } from "../../backends/database/pglite.ts";
import { userDirectories } from "../../backends/files/paths.ts";
import { openOnnxEmbedder } from "../../backends/inference/onnx_embedder.ts";
import { bundledModelFolder } from "../../backends/models/bundled.ts";
import type { Database } from "../database.ts";
import { identityOf, MINILM } from "../embed/catalogue.ts";
import type { Embedder } from "../embed/embedder.ts";
import { LazyEmbedder } from "../embed/lazy_embedder.ts";
import { DEFAULT_TEXT_TEMPLATE } from "../embed/turn_text.ts";
import type { MemoryStore } from "../memory/memory_store.ts";
import { defineSpace, SMALL } from "../spaces/space.ts";
import { readLines, SHARED } from "../../testing/references.ts";
import { openStoreOn } from "../../testing/test_store.ts";
import { DenseRetriever } from "./dense.ts";

const MINILM_INT8 = identityOf(MINILM, "int8");
const locomo = SHARED && new URL("data/locomo/", SHARED);
const patient = process.env["BICAMERAL_TEST"] === "full" || "Bun" in globalThis;
const reason = locomo ? "in Bun, or with --full" : "needs ../shared/data/locomo";
const run = locomo !== null && patient;

/** Half of the conversations: embedding takes most of the time. */
const TURNS = 3_000;

interface Line {
  readonly text: string;
  readonly metadata: { readonly speaker: string; readonly occurred_at: string };
}

function lines(name: string): Line[] {
  return readLines(new URL(name, locomo as URL));
}

describe("DenseRetriever", () => {
  let database: Database;
  let embedder: Embedder;
  let store: MemoryStore;

  beforeAll(async () => {
    if (!run) return;
    const { cacheDir } = userDirectories(process.env);
    embedder = await openOnnxEmbedder({ folder: bundledModelFolder() });
    database = await openPglite({ location: "memory://", cacheDirectory: cacheDir });
    store = await openStoreOn(database, {
      mode: "cpu",
      small: source(),
      large: null,
      exactBelow: 0,
    });
  }, 60_000);
  afterAll(async () => {
    if (run) await store.close();
  });

  function source() {
    return {
      model: identityOf(MINILM, "int8"),
      maxTokens: 256,
      open: () => Promise.resolve(embedder),
    };
  }

  (run ? test : test.skip)(
    `DenseRetriever finds by index what it finds exactly, recall@10 at least 0.95 (${reason})`,
    async () => {
      await store.addMany(
        lines("corpus.jsonl").slice(0, TURNS).map(({ text, metadata }) => ({
          text,
          speaker: metadata.speaker,
          occurredAt: `${metadata.occurred_at}Z`,
          sourceType: metadata.speaker.startsWith("C") ? "c" : "other",
        })),
      );
      const space = await defineSpace(SMALL, MINILM_INT8, DEFAULT_TEXT_TEMPLATE);
      const live = { space, embedder: new LazyEmbedder(source()) };
      const exact = new DenseRetriever(database, live, null, 1_000_000);
      const byIndex = new DenseRetriever(database, live, null, 0);
      const questions = lines("queries.jsonl").filter((_, i) => i % 20 === 0).map(({ text }) =>
        text
      );
      const recall = async (filter: { sourceType?: string }) => {
        let found = 0;
        let wanted = 0;
        for (const question of questions) {
          const options = { namespace: "default", filter, minTrust: 0.3, limit: 10 };
          const truth = await (await exact.prepare(question))(options);
          const list = await (await byIndex.prepare(question))(options);
          expect([truth.scan, list.scan]).toEqual(["exact", "index"]);
          const ids = new Set(list.hits.map((hit) => hit.id));
          found += truth.hits.filter((hit) => ids.has(hit.id)).length;
          wanted += truth.hits.length;
        }
        return found / wanted;
      };
      // While the graph is still empty, all codes are scanned.
      expect(await recall({})).toBeGreaterThanOrEqual(0.95);
      while ((await store.status()).spaces[0]!.waiting > 0) {
        await new Promise((r) => setTimeout(r, 200));
      }
      expect(await recall({})).toBeGreaterThanOrEqual(0.95);
      expect(await recall({ sourceType: "c" })).toBeGreaterThanOrEqual(0.95);
    },
    180_000,
  );
});
