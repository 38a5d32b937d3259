import type { Command } from "../command.ts";
import { EXIT, UsageError } from "../failure.ts";
import { given } from "../given.ts";
import { memoryJson } from "../json.ts";

/** `bicameral update` */
export const update: Command = {
  name: "update",
  summary: "changes a memory",
  usage: "ID OPTION...",
  details:
    'What is not named stays. An empty value takes a time, speaker or session away: --speaker "".',
  options: {
    text: { value: "TEXT", about: "its text" },
    metadata: { value: "JSON", about: "its metadata, as a whole" },
    "occurred-at": { value: "TIME", about: "when it was said or happened (ISO 8601)" },
    speaker: { value: "NAME", about: "who said it" },
    session: { value: "ID", about: "the conversation that it belongs to" },
  },
  async run({ args, io, open, reply }) {
    const [id] = args.exactly("ID");
    const nullable = (name: string) => args.text(name) === "" ? null : args.text(name);
    const changes = given({
      text: args.text("text"),
      metadata: args.object("metadata"),
      occurredAt: nullable("occurred-at"),
      speaker: nullable("speaker"),
      sessionId: nullable("session"),
    });
    if (Object.keys(changes).length === 0) {
      throw new UsageError("Wanted something to change, such as --text, found nothing.");
    }
    const store = await open();
    const memory = await store.update(id, changes, { signal: io.signal });
    await reply(memoryJson(memory), `Changed ${memory.id}`);
    return EXIT.ok;
  },
};
