import type { SpaceStatus, Status } from "../../../mod.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../failure.ts";
import { statusJson } from "../json.ts";
import { fields } from "../table.ts";
import { counted, memories } from "../words.ts";

/** `bicameral status` */
export const status: Command = {
  name: "status",
  summary: "tells what the store holds and what it runs on",
  usage: "",
  options: {},
  async run({ args, open, reply }) {
    args.exactly();
    const now = await (await open()).status();
    await reply(statusJson(now), describe(now));
    return EXIT.ok;
  },
};

function stateOf({ state, device }: SpaceStatus): string {
  switch (state) {
    case "ready":
      return `ready on ${device}`;
    case "idle":
      return "not loaded yet";
    case "missing":
      return "not on this machine";
    case "failed":
      return "failed";
  }
}

/** Of full-text search. */
function wordsOf({ lexical: { retriever, language, waiting } }: Status): string {
  const found = `${retriever === "bm25" ? "BM25" : "tsvector"}, ${language}`;
  return waiting === 0 ? found : `${found}, ${memories(waiting)} to be analysed by itself`;
}

function describe(status: Status): string {
  const { engine } = status;
  const count = (value: number) => value.toLocaleString("en");
  return fields([
    ["Store", `${status.location} (durability ${status.durability}, mode ${status.mode})`],
    ["Memories", `${count(status.memories)} in ${counted(status.namespaces, "namespace")}`],
    ...Object.entries(status.vectorsBySpace).map(([space, vectors]): [string, string] => [
      "Vectors",
      `${count(vectors)} in ${space}`,
    ]),
    ["Pending", `${counted(status.pending, "vector")} to be made by itself`],
    ["Stale", `${counted(status.needsReembedding, "vector")} of another model (reembed)`],
    ...status.spaces.flatMap((space): [string, string][] => [
      ["Space", `${space.model} ${space.dtype}, ${stateOf(space)}`],
      ["", `fingerprint ${space.fingerprint}`],
      ["", `${count(space.indexed)} indexed, ${count(space.waiting)} waiting`],
      ...space.notes.map((note): [string, string] => ["", note]),
    ]),
    ["Words", wordsOf(status)],
    ["Index", `exact up to ${count(status.exactBelow)} a namespace`],
    ...status.notes.map((note): [string, string] => ["Note", note]),
    [
      "Engine",
      `${engine.database}, pgvector ${engine.pgvector}${engine.bm25 ? ", pg_textsearch" : ""}`,
    ],
    ["Schema", `version ${engine.schema}`],
  ]);
}
