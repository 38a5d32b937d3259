import type { MemoryStore } from "../../mod.ts";
import { messageOf } from "../../src/errors.ts";
import { Arguments, takeCommand } from "./arguments.ts";
import type { Command } from "./command.ts";
import { commands } from "./commands/mod.ts";
import { EXIT, exitCodeOf, isBrokenPipe, UsageError } from "./failure.ts";
import { commandHelp, overallHelp } from "./help.ts";
import type { Io } from "./io.ts";
import { didYouMean } from "./nearest.ts";
import { GLOBAL_OPTIONS } from "./options.ts";
import { openStore } from "./store.ts";
import { version } from "./version.ts";

/** Runs the command line: `argv` is what follows the program's name. Returns the exit code. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { name, rest } = takeCommand(argv, GLOBAL_OPTIONS);
  const command = commands.find((command) => command.name === name);
  try {
    if (name !== null && command === undefined) throw unknownCommand(name);
    const args = new Arguments(rest, { ...command?.options, ...GLOBAL_OPTIONS });
    if (args.flag("version")) return await print(io, version());
    if (command === undefined) return await runNone(args, io);
    if (args.flag("help")) return await print(io, commandHelp(command));
    return await runCommand(command, args, io);
  } catch (error) {
    // The reader had enough: what `yes | head` does is no failure.
    if (isBrokenPipe(error)) return EXIT.ok;
    if (io.signal.aborted) {
      await io.stderr.write("bicameral: interrupted; what was written stays.\n");
      return EXIT.interrupted;
    }
    await io.stderr.write(describe(error, command, io.debug));
    return exitCodeOf(error);
  }
}

async function runCommand(command: Command, args: Arguments, io: Io): Promise<number> {
  const opened: MemoryStore[] = [];
  try {
    return await command.run({
      args,
      io,
      open: async () => {
        const store = await openStore(args);
        opened.push(store);
        return store;
      },
      reply: async (json, text) => {
        await print(io, args.flag("json") ? JSON.stringify(json) : text);
      },
    });
  } finally {
    for (const store of opened) await store.close();
  }
}

async function runNone(args: Arguments, io: Io): Promise<number> {
  const help = overallHelp(commands.filter((command) => command.isOffered?.(args) ?? true));
  if (args.flag("help")) return await print(io, help);
  await io.stderr.write(`${help}\n`);
  return EXIT.usage;
}

async function print({ stdout }: Io, text: string): Promise<number> {
  await stdout.write(`${text}\n`);
  return EXIT.ok;
}

function unknownCommand(name: string): UsageError {
  const suggestion = didYouMean(name, commands.map((command) => command.name));
  return new UsageError(`There is no command ${JSON.stringify(name)}.${suggestion}`);
}

/** What went wrong and where to look, in words; its place in the code only for who asks. */
function describe(error: unknown, command: Command | undefined, debug: boolean): string {
  const lines = [`bicameral: ${messageOf(error)}`];
  if (error instanceof UsageError) {
    lines.push(`See: bicameral ${command === undefined ? "" : `${command.name} `}--help`);
  }
  if (debug && error instanceof Error) lines.push(error.stack ?? "");
  return lines.map((line) => `${line}\n`).join("");
}
