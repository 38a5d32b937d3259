import type { Status } from "../../../mod.ts";
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

function describe(status: Status): string {
  const { index, engine } = status;
  const count = (value: number) => value.toLocaleString("en");
  return fields([
    ["Store", `${status.location} (durability ${status.durability}, mode ${status.mode})`],
    ["Memories", `${count(status.memories)} in ${counted(status.namespaces, "namespace")}`],
    ...Object.entries(status.vectorsBySpace).map(([space, vectors]): [string, string] => [
      "Vectors",
      `${count(vectors)} in ${space}`,
    ]),
    ["Pending", `${memories(status.pending)} without a vector yet`],
    ["Stale", `${memories(status.needsReembedding)} with a vector of another model (reembed)`],
    ...status.models.flatMap((model): [string, string][] => [
      ["Model", `${model.model} ${model.dtype}, ${model.state} on ${model.device ?? "no device"}`],
      ["", `fingerprint ${model.fingerprint}`],
      ...model.notes.map((note): [string, string] => ["", note]),
    ]),
    [
      "Index",
      `exact up to ${count(index.exactBelow)} a namespace;` +
      ` ${count(index.indexed)} indexed, ${count(index.waiting)} waiting`,
    ],
    [
      "Engine",
      `${engine.database}, pgvector ${engine.pgvector}${engine.bm25 ? ", pg_textsearch" : ""}`,
    ],
    ["Schema", `version ${engine.schema}`],
  ]);
}
