import type { Memory, MemoryEvent } from "../../../mod.ts";
import { BicameralError } from "../../../src/errors.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../failure.ts";
import { eventJson, memoryJson } from "../json.ts";
import { fields, table } from "../table.ts";
import { minute } from "../words.ts";

/** `bicameral get` */
export const get: Command = {
  name: "get",
  summary: "shows a memory",
  usage: "ID",
  options: { events: { about: "also what changed its trust" } },
  async run({ args, io, open, reply }) {
    const [id] = args.exactly("ID");
    const store = await open();
    const { signal } = io;
    if (args.flag("events")) {
      const memory = await store.get(id, { events: true, signal }) ?? notFound(id);
      const { events } = memory;
      await reply(
        { ...memoryJson(memory), events: events.map(eventJson) },
        `${describe(memory)}\n\n${history(events)}`,
      );
    } else {
      const memory = await store.get(id, { signal }) ?? notFound(id);
      await reply(memoryJson(memory), describe(memory));
    }
    return EXIT.ok;
  },
};

function notFound(id: string): never {
  throw new BicameralError("NOT_FOUND", `No memory ${id} in this namespace.`);
}

function describe(memory: Memory): string {
  const part = memory.part === null ? "" : `${memory.part + 1} of document ${memory.documentId}`;
  const all: [string, string][] = [
    ["Id", memory.id],
    ["Text", memory.text],
    ["Speaker", memory.speaker ?? ""],
    ["Occurred", minute(memory.occurredAt)],
    ["Session", memory.sessionId ?? ""],
    ["Source", memory.sourceType],
    ["Trust", String(memory.trust)],
    ["Metadata", Object.keys(memory.metadata).length > 0 ? JSON.stringify(memory.metadata) : ""],
    ["Peer", memory.peerId ?? ""],
    ["Part", part],
    ["Spaces", memory.spaces.join(", ") || "waits to be embedded"],
    ["Namespace", memory.namespace],
    ["Added", minute(memory.createdAt)],
    ["Changed", minute(memory.updatedAt)],
  ];
  return fields(all.filter(([, value]) => value !== ""));
}

function history(events: readonly MemoryEvent[]): string {
  if (events.length === 0) return "Nothing has changed its trust.";
  return table(
    [{ title: "At" }, { title: "Event" }, { title: "Trust" }, { title: "By" }],
    events.map(({ at, kind, trustBefore, trustAfter, actor }) => [
      minute(at),
      kind,
      `${trustBefore ?? "-"} to ${trustAfter ?? "-"}`,
      actor,
    ]),
  );
}
