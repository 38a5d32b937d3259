import { dtypeClass, type KnownModel } from "../../../src/embed/catalogue.ts";
import { compareGolden, type GoldenResult } from "../../../src/embed/golden_check.ts";
import { openOnnxEmbedder } from "../../inference/onnx_embedder.ts";
import { checkFile, type FileCheck } from "../../models/checksums.ts";
import { fileSize } from "../../models/file_size.ts";
import type { LocalModel } from "../../models/local_model.ts";
import type { Context } from "../command.ts";
import { EXIT } from "../failure.ts";
import { table } from "../table.ts";
import { namedModel } from "./spec.ts";

/** `bicameral models verify`: files against their checksums, vectors against those on record. */
export async function verify({ args, reply }: Context, name: string): Promise<number> {
  const local = await namedModel(args, name);
  const { folder, model, dtype } = local.files();
  const weights = model.weights[dtype];
  const files = await Promise.all(
    [model.tokenizer, ...weights === undefined ? [] : [weights]]
      .map((file) => checkFile(folder, file)),
  );
  const sound = files.every(({ ok }) => ok);
  // Bytes that are not the model's are not run.
  const vectors = sound ? await compareVectors(local) : [];
  const ok = sound && vectors.every(({ ok }) => ok);
  await reply(
    { model: model.id, dtype, folder, ok, files, vectors },
    [
      filesTable(files),
      vectors.length === 0
        ? sound ? "No vectors of this model are on record." : "Its vectors were not looked at."
        : vectorsTable(vectors),
      ok ? `${model.id} is sound.` : `${model.id} is not what it should be.`,
    ].join("\n\n"),
  );
  return ok ? EXIT.ok : EXIT.failed;
}

async function compareVectors(local: LocalModel): Promise<GoldenResult[]> {
  const { folder, model, dtype } = local.files();
  const golden = model.golden[dtypeClass(dtype)] ?? [];
  if (golden.length === 0) return [];
  // Without its own self-test, which would end at the first miss.
  const untested: KnownModel = { ...model, golden: {} };
  const embedder = await openOnnxEmbedder({ folder, model: untested, dtype });
  try {
    const vectors = await Promise.all(golden.map(async ({ text, as }) => {
      const [vector] = as === "query"
        ? await embedder.embedQueries([text])
        : await embedder.embedDocuments([text]);
      return vector as Float32Array;
    }));
    return compareGolden(golden, vectors);
  } finally {
    await embedder.close();
  }
}

function filesTable(files: readonly FileCheck[]): string {
  return table(
    ["File", "Size", "SHA-256", ""].map((title) => ({ title })),
    files.map(({ path, bytes, sha256, wanted, ok }) => [
      path,
      bytes === null ? "" : fileSize(bytes),
      sha256 ?? "",
      bytes === null
        ? "missing"
        : !ok
        ? `wanted ${wanted}`
        : wanted === null
        ? "none on record"
        : "ok",
    ]),
  );
}

function vectorsTable(vectors: readonly GoldenResult[]): string {
  return table(
    ["Vectors on record", "Measure", "Found", "Bound", ""].map((title) => ({ title })),
    vectors.map(({ source, measure, found, bound, ok }) => [
      source,
      measure,
      found.toFixed(6),
      `${measure === "cosine" ? "≥" : "≤"} ${bound}`,
      ok ? "ok" : "misses",
    ]),
  );
}
