import type { Filter } from "../../mod.ts";
import { checkTime } from "../../src/memory/checks.ts";
import type { Arguments } from "./arguments.ts";
import { given } from "./given.ts";
import type { OptionSpecs } from "./options.ts";

/** Options that narrow down which memories are meant. */
export const FILTER_OPTIONS: OptionSpecs = {
  speaker: { value: "NAME", about: "said by this speaker" },
  session: { value: "ID", about: "of this conversation" },
  "source-type": { value: "TYPE", about: "from this kind of source" },
  after: { value: "TIME", about: "occurred at this time (ISO 8601) or later" },
  before: { value: "TIME", about: "occurred before this time" },
  document: { value: "ID", about: "parts of this document" },
  metadata: { value: "JSON", about: "with metadata that contain this object" },
};

/** The filter that the options describe; without keys when there are none. */
export function readFilter(args: Arguments): Filter {
  // Checked before a store is opened, and under the option's name.
  const time = (name: string) => {
    const text = args.text(name);
    return text === undefined ? undefined : checkTime(`--${name}`, text);
  };
  return given({
    speaker: args.text("speaker"),
    sessionId: args.text("session"),
    sourceType: args.text("source-type"),
    after: time("after"),
    before: time("before"),
    metadata: args.object("metadata"),
    documentId: args.text("document"),
  });
}
