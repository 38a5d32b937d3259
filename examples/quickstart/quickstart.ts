/**
 * Remembers the sample conversation of this folder, turn by turn, in a fresh
 * directory, asks the questions that belong to it, and shows what was found.
 *
 * ```sh
 * npx -y bun@1.4.5 run quickstart
 * ```
 *
 * Exits with 0 only when enough questions find the turn that answers them.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { progressBar } from "../../backends/cli/progress.ts";
import { type Column, table } from "../../backends/cli/table.ts";
import { createMemory, type SearchHit } from "../../mod.ts";

interface TurnLine {
  readonly text: string;
  readonly session_id: string;
  readonly speaker: string;
  readonly occurred_at: string;
  readonly metadata: { readonly turn: string };
}

interface Question {
  readonly question: string;
  /** Turns that answer it. */
  readonly turns: readonly string[];
}

const WITHIN = 5;
/** Of 24. */
const WANTED = 17;
const COLUMNS: readonly Column[] = [
  { title: "question" },
  { title: `in top ${WITHIN}, at` },
  { title: "score", align: "right" },
  { title: "time", align: "right" },
  { title: "best memory" },
];

function readLines<T>(name: string): T[] {
  return readFileSync(new URL(name, import.meta.url), "utf8").trimEnd().split("\n")
    .map((line) => JSON.parse(line));
}

async function main(): Promise<void> {
  const turns = readLines<TurnLine>("conversation.jsonl");
  const questions = readLines<Question>("questions.jsonl");
  const folder = mkdtempSync(join(tmpdir(), "bicameral-quickstart-"));
  console.log(`A new store in ${folder}`);
  try {
    const memory = await createMemory({ dataDir: join(folder, "memories") });
    const bar = progressBar({ label: `remembering ${turns.length} turns`, total: turns.length });
    await memory.addMany(
      turns.map((turn) => ({
        text: turn.text,
        sessionId: turn.session_id,
        speaker: turn.speaker,
        occurredAt: turn.occurred_at,
        metadata: turn.metadata,
      })),
      { onProgress: ({ added }) => bar.update(added) },
    );
    bar.end();

    const rows: string[][] = [];
    let found = 0;
    for (const { question, turns } of questions) {
      const { hits, tookMs } = await memory.search(question, { k: WITHIN });
      const right = hits.findIndex((hit) => turns.includes(String(hit.metadata["turn"])));
      if (right >= 0) found++;
      rows.push([
        question,
        right >= 0 ? `yes, ${right + 1}` : "no",
        hits[0]?.score.toFixed(2) ?? "",
        `${tookMs.toFixed(0)} ms`,
        describe(hits[0]),
      ]);
    }
    console.log(table(COLUMNS, rows, { width: process.stdout.columns ?? 160 }));
    console.log(
      `${found} of ${questions.length} questions found the right turn (wanted: ${WANTED}).`,
    );
    if (found < WANTED) process.exitCode = 1;
    await memory.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function describe(hit: SearchHit | undefined): string {
  return hit === undefined ? "" : `${hit.speaker}: ${hit.text.replaceAll(/\s+/g, " ")}`;
}

await main();
