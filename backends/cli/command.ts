import type { MemoryStore } from "../../mod.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import type { OptionSpecs } from "./options.ts";

/** What a command works with. */
export interface Context {
  readonly args: Arguments;
  readonly io: Io;
  /** Opens the store that the options name; it is closed after the command. */
  open(): Promise<MemoryStore>;
  /** Answers: in JSON where that was asked for, else with lines for people. */
  reply(json: unknown, text: string): Promise<void>;
}

/** One command of the command line. */
export interface Command {
  readonly name: string;
  /** What it does, in a line. */
  readonly summary: string;
  /** What follows its name: `ID KIND`. */
  readonly usage: string;
  /** What else there is to know. */
  readonly details?: string;
  /** Its own, besides those of all commands. */
  readonly options: OptionSpecs;
  /** Whether the overall help lists it under these options; default: always. */
  isOffered?(args: Arguments): boolean;
  /** Returns the exit code. */
  run(context: Context): Promise<number>;
}
