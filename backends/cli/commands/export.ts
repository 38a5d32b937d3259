import type { ExportedMemory } from "../../../mod.ts";
import type { Command } from "../command.ts";
import { EXIT, UsageError } from "../failure.ts";
import { given } from "../given.ts";
import { toLine } from "../memory_lines.ts";
import { writeWhole } from "../output_file.ts";
import { memories } from "../words.ts";

/** `bicameral export` */
export const exportMemories: Command = {
  name: "export",
  summary: "writes memories with their vectors as JSON lines, which import takes back",
  usage: "[FILE]",
  details:
    "All namespaces, or that of --namespace. A file is replaced when all is written; without" +
    "\none, or with -, the lines go to standard output.",
  options: {},
  async run({ args, io, open, reply }) {
    const [path = "-", ...more] = args.words;
    if (more.length > 0) throw new UsageError("Wanted one file.");
    const store = await open();
    let count = 0;

    async function* lines(exported: AsyncIterable<ExportedMemory>): AsyncGenerator<string> {
      for await (const memory of exported) {
        yield `${JSON.stringify(toLine(memory))}\n`;
        count++;
      }
    }

    const all = lines(
      store.export({ ...given({ namespace: args.text("namespace") }), signal: io.signal }),
    );
    if (path === "-") {
      for await (const line of all) await io.stdout.write(line);
      return EXIT.ok;
    }
    await writeWhole(path, all);
    await reply({ exported: count }, `Exported ${memories(count)} to ${path}`);
    return EXIT.ok;
  },
};
