import type { Command } from "../command.ts";
import { EXIT } from "../failure.ts";
import { given } from "../given.ts";
import { addedJson } from "../json.ts";
import { readStdin } from "../read_stdin.ts";

/** `bicameral add` */
export const add: Command = {
  name: "add",
  summary: "remembers a text",
  usage: "[TEXT...|-]",
  details:
    "Without a text, or with -, the text is read from standard input. The same memory again" +
    "\n(same text, source, session, speaker and time) is the one that is there.",
  options: {
    speaker: { value: "NAME", about: "who said it" },
    session: { value: "ID", about: "the conversation that it belongs to" },
    "source-type": { value: "TYPE", about: "where it comes from (default: user)" },
    "occurred-at": { value: "TIME", about: "when it was said or happened (ISO 8601)" },
    metadata: { value: "JSON", about: "an object that it carries along" },
    trust: { value: "NUMBER", about: "how far it may be relied on, 0 to 1 (default: 0.5)" },
  },
  async run({ args, io, open, reply }) {
    const options = given({
      speaker: args.text("speaker"),
      sessionId: args.text("session"),
      sourceType: args.text("source-type"),
      occurredAt: args.text("occurred-at"),
      metadata: args.object("metadata"),
      trust: args.number("trust"),
    });
    const words = args.words.join(" ");
    const text = words === "" || words === "-" ? await readStdin(io) : words;
    const store = await open();
    const added = await store.add({ text, ...options }, { signal: io.signal });
    const parts = added.parts.length > 1 ? `, in ${added.parts.length} parts` : "";
    const pending = added.pending ? "; it waits to be embedded, see bicameral status" : "";
    const outcome = added.created ? `Added ${added.id}` : `Was there already: ${added.id}`;
    await reply(addedJson(added), outcome + parts + pending);
    return EXIT.ok;
  },
};
