import { FEEDBACK } from "../../../src/memory/feedback.ts";
import type { FeedbackKind } from "../../../mod.ts";
import type { Command } from "../command.ts";
import { EXIT, UsageError } from "../failure.ts";
import { memoryJson } from "../json.ts";
import { didYouMean } from "../nearest.ts";

const KINDS = Object.keys(FEEDBACK) as FeedbackKind[];

/** `bicameral feedback` */
export const feedback: Command = {
  name: "feedback",
  summary: "tells what came of a memory, which changes its trust",
  usage: `ID ${KINDS.join("|")}`,
  details: KINDS.map((kind) => `${kind} ${FEEDBACK[kind] > 0 ? "+" : ""}${FEEDBACK[kind]}`).join(
    ", ",
  ),
  options: {},
  async run({ args, io, open, reply }) {
    const [id, word] = args.exactly("ID", "KIND");
    const kind = KINDS.find((kind) => kind === word);
    if (kind === undefined) {
      throw new UsageError(`Wanted one of ${KINDS.join(", ")}.${didYouMean(word, KINDS)}`);
    }
    const store = await open();
    const memory = await store.feedback(id, kind, { signal: io.signal });
    await reply(memoryJson(memory), `Trust of ${memory.id} is ${memory.trust} now`);
    return EXIT.ok;
  },
};
