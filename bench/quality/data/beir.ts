import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { readFileSync } from "node:fs";
import { DEFAULT_TEXT_TEMPLATE, type Turn, turnText } from "../../../src/embed/turn_text.ts";
import { readLines } from "../../../testing/references.ts";

/** One collection of documents and the questions that are asked of it alone. */
export interface Collection {
  readonly namespace: string;
  readonly documents: readonly Document[];
  readonly queries: readonly Query[];
}

export interface Document {
  readonly id: string;
  /** As it is embedded: with title, speaker and date. */
  readonly text: string;
  /** The same with each in a field of its own; its text begins with the title. */
  readonly turn: SessionTurn;
}

/** A document as a memory has it. */
export interface SessionTurn extends Turn {
  /** Null for what belongs to no conversation. */
  readonly sessionId: string | null;
  /** Its place in the namespace, from 0, where the file tells it. */
  readonly order: number | null;
}

/** A question with its answers. */
export interface Query {
  readonly id: string;
  readonly text: string;
  /** Grade of each relevant document, above 0. */
  readonly relevant: ReadonlyMap<string, number>;
}

/** A folder in BEIR form. */
export interface Dataset {
  readonly name: string;
  readonly collections: readonly Collection[];
}

interface Line {
  readonly _id: string;
  readonly text: string;
  readonly title?: string;
  readonly metadata?: {
    readonly namespace?: string;
    readonly speaker?: string;
    readonly occurred_at?: string;
    readonly session_id?: string;
    readonly order?: number;
  };
}

/**
 * Reads `corpus.jsonl`, `queries.jsonl` and `qrels/test.tsv`. Where `metadata.namespace`
 * is there, a query is asked within its own namespace. Queries without a relevant
 * document can't be answered, and documents without text can't be found: both are left out.
 */
export function readBeir(folder: string): Dataset {
  const at = (name: string) => pathToFileURL(join(folder, name));
  const relevant = readQrels(readFileSync(at("qrels/test.tsv"), "utf8"));
  const documents = readLines<Line>(at("corpus.jsonl")).filter(({ text }) => text.trim() !== "");
  const queries = readLines<Line>(at("queries.jsonl")).filter(({ _id }) => relevant.has(_id));
  const namespaces = [...new Set(documents.map(namespaceOf))].sort();
  return {
    name: basename(folder),
    collections: namespaces.map((namespace) => ({
      namespace,
      documents: documents.filter((line) => namespaceOf(line) === namespace)
        .map(toDocument),
      queries: queries.filter((line) => namespaceOf(line) === namespace)
        .map(({ _id, text }) => ({ id: _id, text, relevant: relevant.get(_id)! })),
    })),
  };
}

function readQrels(tsv: string): Map<string, Map<string, number>> {
  const relevant = new Map<string, Map<string, number>>();
  for (const line of tsv.trim().split("\n").slice(1)) {
    const [query, document, grade] = line.split("\t") as [string, string, string];
    if (!(Number(grade) > 0)) continue;
    const graded = relevant.get(query) ?? new Map<string, number>();
    graded.set(document, Number(grade));
    relevant.set(query, graded);
  }
  return relevant;
}

function namespaceOf({ metadata }: Line): string {
  return metadata?.namespace ?? "";
}

function toDocument({ _id, text, title, metadata }: Line): Document {
  const time = metadata?.occurred_at;
  const turn: SessionTurn = {
    text: title && !text.startsWith(title) ? `${title}\n${text}` : text,
    speaker: metadata?.speaker ?? null,
    occurredAt: time === undefined
      ? null
      : new Date(/[Zz]|[+-]\d\d:\d\d$/.test(time) ? time : `${time}Z`),
    sessionId: metadata?.session_id ?? null,
    order: metadata?.order ?? null,
  };
  return { id: _id, text: turnText(DEFAULT_TEXT_TEMPLATE, turn), turn };
}
