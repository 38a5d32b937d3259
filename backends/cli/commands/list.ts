import type { Command } from "../command.ts";
import { EXIT } from "../failure.ts";
import { FILTER_OPTIONS, readFilter } from "../filter_options.ts";
import { given } from "../given.ts";
import { memoryJson } from "../json.ts";
import { styleOf } from "../style.ts";
import { table } from "../table.ts";
import { minute } from "../words.ts";

/** `bicameral list` */
export const list: Command = {
  name: "list",
  summary: "lists memories in the order they were added",
  usage: "",
  options: {
    limit: { value: "NUMBER", about: "how many, 1 to 1,000 (default: 50)" },
    cursor: { value: "CURSOR", about: "go on where the last list ended" },
    ...FILTER_OPTIONS,
  },
  async run({ args, io, open, reply }) {
    args.exactly();
    const options = given({ limit: args.number("limit"), cursor: args.text("cursor") });
    const filter = readFilter(args);
    const store = await open();
    const { memories, cursor } = await store.list({ ...options, filter, signal: io.signal });
    const rows = memories.map((memory) => [
      memory.id,
      minute(memory.occurredAt),
      memory.speaker ?? "",
      String(memory.trust),
      memory.text,
    ]);
    const shown = table(COLUMNS, rows, {
      width: io.stdout.columns,
      title: styleOf(io.stdout).bold,
    });
    await reply(
      { memories: memories.map(memoryJson), cursor },
      [
        memories.length === 0 ? "No memories." : shown,
        ...(cursor === null ? [] : [`More: --cursor ${cursor}`]),
      ].join("\n"),
    );
    return EXIT.ok;
  },
};

const COLUMNS = [
  { title: "Id" },
  { title: "Occurred" },
  { title: "Speaker" },
  { title: "Trust" },
  { title: "Text" },
];
