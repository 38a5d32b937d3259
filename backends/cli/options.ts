import { DEVICES, DURABILITIES, MODES } from "../../src/config.ts";

/** An option: what follows it, and what it is for. */
export interface OptionSpec {
  /** The letter that stands for it. */
  readonly short?: string;
  /** What its value is called in the help; an option without one is a switch. */
  readonly value?: string;
  readonly about: string;
}

/** Options by their long names, in the order of the help. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** Options of every command. */
export const GLOBAL_OPTIONS: OptionSpecs = {
  data: { value: "DIR", about: "the store (BICAMERAL_DATA; default: your user's data directory)" },
  namespace: { value: "NS", about: "the namespace (BICAMERAL_NAMESPACE; default: default)" },
  json: { about: "answer in JSON" },
  durability: {
    value: DURABILITIES.join("|"),
    about: "what a write that was acknowledged survives: power loss, a kill, or neither",
  },
  mode: { value: MODES.join("|"), about: "which embedding spaces are used (EMBEDDING_MODE)" },
  device: { value: DEVICES.join("|"), about: "what models run on (BICAMERAL_DEVICE)" },
  force: { about: "take the store even from an owner that can't be proven dead" },
  help: { short: "h", about: "this text" },
  version: { about: "the version of Bicameral" },
};

/** How an option is written: `--data`, or `-k` where the name is a letter. */
export function dashed(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}
