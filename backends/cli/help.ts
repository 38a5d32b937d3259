import type { Command } from "./command.ts";
import { dashed, GLOBAL_OPTIONS, type OptionSpecs } from "./options.ts";

/** What `bicameral --help` says. */
export function overallHelp(commands: readonly Command[]): string {
  return [
    "Bicameral: an embedded memory for agents.",
    "usage: bicameral COMMAND [OPTION...]",
    section("Commands", commands.map(({ name, summary }) => [name, summary])),
    section("Options of all commands", optionRows(GLOBAL_OPTIONS)),
    "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 the store is in use.",
    "bicameral COMMAND --help tells more about a command.",
  ].join("\n\n");
}

/** What `bicameral COMMAND --help` says. */
export function commandHelp({ name, usage, summary, details, options }: Command): string {
  return [
    `usage: bicameral ${name} ${usage}`.trimEnd(),
    summary[0]!.toUpperCase() + summary.slice(1) + ".",
    ...(details === undefined ? [] : [details]),
    ...(Object.keys(options).length === 0 ? [] : [section("Options", optionRows(options))]),
    section("Options of all commands", optionRows(GLOBAL_OPTIONS)),
  ].join("\n\n");
}

type Row = readonly [term: string, about: string];

function optionRows(options: OptionSpecs): Row[] {
  return Object.entries(options).map(([name, { short, value, about }]): Row => [
    `${short === undefined ? "" : `-${short}, `}${dashed(name)}${value ? ` ${value}` : ""}`,
    about,
  ]);
}

/** Longer terms have a line of their own. */
const TERM_WIDTH = 22;

function section(title: string, rows: readonly Row[]): string {
  const lines = rows.map(([term, about]) =>
    term.length > TERM_WIDTH
      ? `  ${term}\n  ${" ".repeat(TERM_WIDTH)}  ${about}`
      : `  ${term.padEnd(TERM_WIDTH)}  ${about}`
  );
  return [`${title}:`, ...lines].join("\n");
}
