import type { Command, Context } from "../command.ts";
import { EXIT } from "../failure.ts";
import { openSource } from "../import_source.ts";
import { Importer } from "../importer.ts";
import { progressBar } from "../progress.ts";
import { counted, memories } from "../words.ts";

/** `bicameral import` */
export const importMemories: Command = {
  name: "import",
  summary: "adds memories from JSON lines: an export, or a BEIR corpus",
  usage: "FILE|DIR|-",
  details: `A line holds a JSON object: {"text": ..., "namespace"?, "source_type"?, "session_id"?,
"speaker"?, "occurred_at"?, "metadata"?, "trust_score"?, "embedding"?, "space_id"?, "peer_id"?,
"document_id"?, "part"?}; or {"_id": ..., "title"?, "text", "metadata"?} of a corpus.jsonl, whose
metadata may hold namespace, speaker, occurred_at and session_id. A folder stands for the
corpus.jsonl in it, - for standard input. --namespace is for lines that name none.

Lines that can't be imported are told by their numbers, the others are imported. An import that
was stopped is run again: what is there already costs no time.`,
  options: {},
  async run(context) {
    const { args, io, open } = context;
    const [path] = args.exactly("FILE, DIR or -");
    const source = await openSource(path, io);
    const importer = new Importer(await open());
    const bar = progressBar({ label: "Importing", total: source.total, stream: io.stderr });
    try {
      const { signal } = io;
      await importer.run(source.read(), { signal, onProgress: (done) => bar.update(done) });
    } finally {
      bar.end();
      await report(context, importer);
    }
    return importer.rejects.length > 0 ? EXIT.failed : EXIT.ok;
  },
};

/** What was kept, whether it came to its end or not. */
async function report({ io, reply }: Context, { counts, rejects }: Importer): Promise<void> {
  const { added, existing, pending } = counts;
  for (const { line, error } of rejects) await io.stderr.write(`line ${line}: ${error}\n`);
  const clauses = [
    `${io.signal.aborted ? "Interrupted; kept" : "Imported"} ${memories(added)}`,
    ...(existing > 0 ? [`${existing.toLocaleString("en")} were there already`] : []),
    ...(pending > 0 ? [`${pending.toLocaleString("en")} wait to be embedded`] : []),
    ...(rejects.length > 0 ? [`${counted(rejects.length, "line")} rejected`] : []),
    ...(io.signal.aborted ? ["run it again to go on"] : []),
  ];
  await reply({ ...counts, rejected: rejects.length, rejects }, clauses.join("; "));
}
