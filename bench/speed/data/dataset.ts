import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { DEFAULT_TEXT_TEMPLATE, type Turn, turnText } from "../../../src/embed/turn_text.ts";
import { readLines, SHARED } from "../../../testing/references.ts";

/** Texts to measure with. */
export interface Dataset {
  /** What it is, for the report. */
  readonly name: string;
  readonly turns: readonly Turn[];
  readonly queries: readonly string[];
}

interface BeirLine {
  readonly text: string;
  readonly title?: string;
  readonly metadata?: {
    readonly speaker?: string;
    readonly occurred_at?: string;
  };
}

interface QuickstartLine {
  readonly text: string;
  readonly speaker: string;
  readonly occurred_at: string;
}

const EXAMPLE = new URL("../../../examples/quickstart/", import.meta.url);
/** As many as LoCoMo has. */
const EXAMPLE_TURNS = 5882;

/** The folder that was asked for, else LoCoMo where it lies beside the checkout, else our example. */
export function loadDataset(folder: string | null): Dataset {
  const locomo = SHARED === null ? null : new URL("data/locomo/", SHARED);
  if (folder !== null) {
    return beir(basename(folder), pathToFileURL(join(folder, "/")));
  }
  if (locomo !== null && existsSync(locomo)) return beir("LoCoMo", locomo);
  return example();
}

/** The text of a turn that is embedded: with speaker and date. */
export function embeddedText(turn: Turn): string {
  return turnText(DEFAULT_TEXT_TEMPLATE, turn);
}

function beir(name: string, folder: URL): Dataset {
  const turns = readLines<BeirLine>(new URL("corpus.jsonl", folder))
    .filter(({ text }) => text.trim() !== "")
    .map(({ text, title, metadata }) => ({
      text: title ? `${title}\n${text}` : text,
      speaker: metadata?.speaker ?? null,
      occurredAt: dateOf(metadata?.occurred_at),
    }));
  const queries = readLines<BeirLine>(new URL("queries.jsonl", folder)).map(({ text }) => text);
  return { name: `${name} (${turns.length} turns, ${queries.length} questions)`, turns, queries };
}

function example(): Dataset {
  const lines = readLines<QuickstartLine>(
    new URL("conversation.jsonl", EXAMPLE),
  );
  const questions = readLines<{ question: string }>(new URL("questions.jsonl", EXAMPLE));
  return {
    name: `the quickstart's ${lines.length} turns, repeated with varied numbers`,
    turns: Array.from({ length: EXAMPLE_TURNS }, (_, i) => {
      const line = lines[i % lines.length] as QuickstartLine;
      const round = Math.floor(i / lines.length);
      return {
        text: round === 0 ? line.text : `${line.text} That was note ${round * 37 + i}.`,
        speaker: line.speaker,
        occurredAt: new Date(Date.parse(line.occurred_at) + round * 86_400_000),
      };
    }),
    queries: questions.map(({ question }) => question),
  };
}

/** A time without a zone is taken for UTC. */
function dateOf(time: string | undefined): Date | null {
  if (time === undefined) return null;
  return new Date(/[Zz]|[+-]\d\d:\d\d$/.test(time) ? time : `${time}Z`);
}
