import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { createMemory } from "../../../mod.ts";
import { invoke, type Outcome } from "../../../testing/cli.ts";
import { makeScratch } from "../../../testing/stores.ts";

const TIMEOUT_MS = 60_000;

const scratch = makeScratch();
const store = scratch.path();

const FACTS = [
  "The ferry leaves at noon.",
  "Wrens nest in gutters.",
  "The roof was mended in May.",
];
const LONG = Array.from({ length: 60 }, (_, i) => `The boat passed lock number ${i}.`).join(" ");

/** Ids of the facts. */
let ids: string[];

beforeAll(async () => {
  const options = { dataDir: store, mode: "cpu", durability: "relaxed" } as const;
  const memory = await createMemory(options);
  const added = await memory.addMany([
    ...FACTS.map((text, i) => ({ text, metadata: { fact: i, about: ["facts"] } })),
    { text: LONG, metadata: { fact: "long" } },
  ]);
  expect(added.at(-1)!.parts.length).toBeGreaterThan(1);
  ids = added.slice(0, FACTS.length).map((result) => result!.id);
  await memory.add({ text: "Mosterd was at the vet.", metadata: { fact: "cat" } }, {
    namespace: "cats",
  });
  await memory.close();
}, TIMEOUT_MS);
afterAll(scratch.remove);

/** Runs it over questions; what is no string is written as JSON. */
function bench(lines: readonly unknown[], ...argv: string[]): Promise<Outcome> {
  const path = scratch.path();
  writeFileSync(
    path,
    lines.map((line) => typeof line === "string" ? line : JSON.stringify(line)).join("\n"),
  );
  const common = ["--data", store, "--durability", "relaxed", "--mode", "cpu"];
  return invoke(["bench", "--golden", path, ...argv, ...common]);
}

const ABSENT = "01a22e4e-2d51-7203-a892-019f1c5e178c";

describe("bicameral bench", () => {
  test("bench prints a table, best first, and what to choose", async () => {
    const { code, out, err } = await bench(
      [
        { query: "When does the ferry leave?", relevant: [ids[0]] },
        { query: "Where do wrens nest?", relevant: { [ids[1]!]: 2, [ids[2]!]: 0 } },
      ],
      "--retrievers",
      "dense384",
    );
    expect(code).toBe(0);
    const lines = out.split("\n");
    expect(lines[0]).toBe("2 questions; figures × 100; wins and p against the default");
    expect(lines[2]).toMatch(
      /^Setting +nDCG@10 +R@10 +MRR@10 +MAP@10 +hit@10 +Win\/tie\/loss +p +/,
    );
    expect(lines[3]).toMatch(/^default +100\.0 +100\.0 +100\.0 +100\.0 +100\.0 +\d+\.\d +\d+\.\d$/);
    expect(lines.slice(4, 6).map((line) => line.split("  ")[0]).sort())
      .toEqual(["dense384", "without turns"]);
    expect(lines[4]).toContain("0/2/0  1.0000");
    expect(lines[7]).toContain("Keep the default");
    expect(err).toContain("Asking: 100%, 6/6");
  }, TIMEOUT_MS);

  test("bench answers in JSON, by line", async () => {
    const golden = [
      { query: "When does the ferry leave?", relevant: [{ metadata: { fact: 0 } }] },
      "",
      { query: "Mosterd?", relevant: [{ metadata: { fact: "cat" } }], namespace: "cats" },
      { query: "Which facts are there?", relevant: [{ metadata: { about: ["facts"] } }] },
      { query: "Which locks did the boat pass?", relevant: [{ metadata: { fact: "long" } }] },
    ];
    const { code, out } = await bench(golden, "--json", "-k", "3", "--retrievers", "dense384");
    expect(code).toBe(0);
    const { settings, ...rest } = JSON.parse(out);
    expect(rest).toEqual({
      k: 3,
      queries: 4,
      metric: "ndcg",
      seed: 1,
      choice: "default",
      verdict: expect.stringContaining("Keep the default"),
      left_out: expect.any(Object),
    });
    const usual = settings.find(({ name }: { name: string }) => name === "default");
    expect(usual).toEqual({
      name: "default",
      options: {},
      ndcg: expect.any(Number),
      recall: expect.any(Number),
      mrr: expect.any(Number),
      map: expect.any(Number),
      hit: 1,
      p50_ms: expect.any(Number),
      p95_ms: expect.any(Number),
      versus_default: null,
      queries: [1, 3, 4, 5].map((line) => expect.objectContaining({ line, hit: 1 })),
    });
    // The parts of a document are one answer, and the best part finds all of it.
    expect(usual.queries[3]).toMatchObject({ recall: 1, ndcg: 1 });
    const alone = settings.find(({ name }: { name: string }) => name === "dense384");
    expect(alone.options).toEqual({ retrievers: ["dense384"] });
    expect(alone.versus_default).toEqual({
      difference: expect.any(Number),
      wins: expect.any(Number),
      ties: expect.any(Number),
      losses: expect.any(Number),
      p: expect.any(Number),
    });
  }, TIMEOUT_MS);

  test("bench tells every line that holds no question, and asks nothing", async () => {
    const { code, out, err } = await bench([
      { query: "When?", relevant: [ids[0]] },
      "not json",
      { query: "When?", relevant: [] },
    ]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(
      /^line 2: not JSON\nline 3: relevant names no memory.*\nbicameral: Nothing/,
    );
  }, TIMEOUT_MS);

  test("bench tells answers that the store does not have, and asks nothing", async () => {
    const golden = [
      { query: "When does the ferry leave?", relevant: [ids[0], ABSENT] },
      { query: "Where do wrens nest?", relevant: [{ metadata: { fact: 77 } }] },
      { query: "When?", relevant: [ids[0]], namespace: "cats" },
    ];
    const { code, out, err } = await bench(golden);
    expect([code, out]).toEqual([3, ""]);
    expect(err).toContain(`line 1: the store has no memory of id ${ABSENT}\n`);
    expect(err).toContain('line 2: the store has no memory with {"fact":77}\n');
    expect(err).toContain(`line 3: the store has no memory of id ${ids[0]} in namespace "cats"\n`);
    expect(err).toContain("Nothing was asked");
  }, TIMEOUT_MS);

  test("bench asks so many questions of the file, and reads them from standard input", async () => {
    const line = JSON.stringify({ query: "When?", relevant: [ids[0]] });
    const common = ["--data", store, "--mode", "cpu", "--retrievers", "dense384"];
    const { out } = await invoke(
      ["bench", "--golden", "-", "--limit", "3", ...common],
      `${line}\n`.repeat(9),
    );
    expect(out).toMatch(/^3 questions;/);
  }, TIMEOUT_MS);

  for (
    const [argv, message] of [
      [[], "Wanted --golden FILE."],
      [["--golden", "nowhere.jsonl"], "There is no file or folder nowhere.jsonl"],
      [["--golden", "-"], "There is no question to ask."],
      [["--golden", "-", "-k", "0"], "k must be a whole number from 1 to 100"],
      [["--golden", "-", "--limit", "0"], "limit must be a whole number from 1"],
      [["--golden", "-", "--retrievers", "lexicla"], "Did you mean lexical?"],
      [["--golden", "-", "--fusion", "rrf,weighted:minmax"], "Did you mean min-max?"],
    ] as const
  ) {
    test(`bench refuses "${argv.join(" ")}"`, async () => {
      const { code, out, err } = await invoke(["bench", ...argv, "--data", scratch.path()]);
      expect([code, out]).toEqual([argv[1] === "nowhere.jsonl" ? 1 : 2, ""]);
      expect(err).toContain(message);
    });
  }

  test("bench explains the file it wants", async () => {
    const { code, out } = await invoke(["bench", "--help"]);
    expect(code).toBe(0);
    expect(out).toContain("usage: bicameral bench --golden FILE");
    expect(out).toContain('{"query": ..., "relevant": ["<id>", ...]');
  });
});
