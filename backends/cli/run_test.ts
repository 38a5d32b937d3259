import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { invoke, type Outcome } from "../../testing/cli.ts";

/** Everything but processes: `main_test.ts` has those. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bicameral-cli-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command on one of the test's stores. */
function on(store: string, argv: readonly string[], stdin?: string | Uint8Array): Promise<Outcome> {
  return invoke([...argv, "--data", join(folder, store), "--durability", "relaxed"], stdin);
}

async function json<T>(store: string, argv: readonly string[], stdin?: string): Promise<T> {
  const { code, out, err } = await on(store, [...argv, "--json"], stdin);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as T;
}

function write(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const UNKNOWN = "01a22e4e-2d51-7203-a892-019f1c5e178c";

describe("run()", () => {
  test("run() explains itself, a command, and its version", async () => {
    const overall = await invoke(["--help"]);
    expect(overall.code).toBe(0);
    for (const name of ["add", "search", "export", "reembed"]) expect(overall.out).toContain(name);
    const search = await invoke(["search", "--help"]);
    expect(search.out).toContain("usage: bicameral search QUERY");
    expect(search.out).toContain("-k NUMBER");
    for (
      const line of [
        "--retrievers LIST       which are asked, of dense384,dense1024,lexical (default: all of the mode)",
        "--fusion rrf|weighted|merge|priority|interleave\n",
        "--normalise min-max|bounds|share|z-score|calibrated|rank\n",
        "(BICAMERAL_FUSION; default: weighted)",
      ]
    ) {
      expect(search.out).toContain(line);
    }
    expect((await invoke(["--version"])).out).toMatch(/^\d+\.\d+\.\d+/);
  });

  for (
    const [argv, message] of [
      [[], "usage: bicameral COMMAND"],
      [["serach", "x"], "Did you mean search?"],
      [["search", "x", "--expalin"], "Did you mean --explain?"],
      [["search"], "Wanted a query"],
      [["search", "x", "--after", "yesterday"], "--after must be"],
      [["search", "x", "--retrievers", "lexical,sparse"], 'There is no retriever "sparse"'],
      [["search", "x", "--fusion", "calibrated"], "wanted one of rrf, weighted, merge"],
      [["search", "x", "--normalise", "softmax"], "wanted one of min-max, bounds, share"],
      [["search", "x", "--weights", "lexical"], '--weights has "lexical"; wanted such as'],
      [["search", "x", "--rrf-k", "x"], '--rrf-k is "x"; wanted a number'],
      [["get", "one", "two"], "Wanted ID, found 2 words."],
      [["update", UNKNOWN], "Wanted something to change"],
      [["feedback", UNKNOWN, "use"], "Did you mean used?"],
      [["forget"], "Wanted ids or a filter"],
      [["forget", UNKNOWN, "--speaker", "Mira"], "Wanted ids or a filter"],
      [["forget", "Mira"], "An id must be a UUID"],
      [["add", "x", "--metadata", "[]"], "wanted a JSON object"],
      [["status", "--durability", "some"], "wanted one of strict, process, relaxed"],
    ] as const
  ) {
    test(`run() refuses "${argv.join(" ")}" with exit code 2 and a way on`, async () => {
      const { code, out, err } = await invoke(argv);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain(message);
      expect(err).not.toContain("    at ");
    });
  }

  test("run() remembers, finds, changes, judges, lists and forgets", async () => {
    const store = "life";
    const text = "The deploy key is rotated on Fridays.";
    const facts = ["--speaker", "家惠", "--session", "s1", "--source-type", "chat"];
    const more = [
      "--occurred-at",
      "2025-09-03T18:04:00",
      "--metadata",
      '{"a":1}',
      "--trust",
      "0.6",
    ];
    const added = await json<Record<string, unknown>>(
      store,
      ["add", "-", ...facts, ...more],
      `${text}\n`,
    );
    const id = String(added["id"]);
    expect(added).toEqual({ id, document_id: null, parts: [id], created: true, pending: false });
    await on(store, ["add", "Wrens", "nest", "in", "gutters."]);

    const found = await json<{ hits: Record<string, unknown>[]; took_ms: number }>(
      store,
      ["search", "When is the key rotated?", "-k", "1"],
    );
    const hit = {
      id,
      text,
      score: expect.any(Number),
      trust: 0.6,
      retrievers: {
        dense384: { rank: 1, score: expect.any(Number) },
        lexical: { rank: 1, score: expect.any(Number) },
      },
      source_type: "chat",
      session_id: "s1",
      speaker: "家惠",
      occurred_at: "2025-09-03T18:04:00.000Z",
      metadata: { a: 1 },
      document_id: null,
      part: null,
    };
    expect(found as unknown).toEqual({
      hits: [hit],
      took_ms: expect.any(Number),
      retrievers: {
        dense384: { scan: "exact", left_out: null },
        lexical: { scan: "index", left_out: null },
      },
      coverage: null,
    });
    const explained = await on(store, ["search", "key", "--explain", "--speaker", "家惠"]);
    expect(explained.out).toMatch(/^1\. {2}\d\.\d{3} {2}家惠 {2}2025-09-03 18:04 {2}trust 0\.6/);
    const vote = String.raw`rank 1, score \d\.\d{4}, \d\d% of the whole\n`;
    expect(explained.out).toMatch(new RegExp(`^ {4}dense384: ${vote} {4}lexical: ${vote}`, "m"));
    expect(explained.out).toMatch(
      /^ {4}in context: 0% of its words' score lent by turns around it, × 1\.00 for questions, \+ 0\.\d{4} of its session's best$/m,
    );
    expect(explained.out).toMatch(/^ {4}fused \d\.\d{4} × 0\.9029 for a trust of 0\.6$/m);
    const words = ["search", "key", "--explain", "--retrievers", "lexical", "--no-turns"];
    const { out: lexical } = await on(store, words);
    expect(lexical).toMatch(/^ {4}lexical: rank 1, score \d\.\d{4}, 100% of the whole$/m);
    expect(lexical).not.toMatch(/dense384|in context/);
    expect(explained.out).toContain("1 hit in");

    expect(await json(store, ["update", id, "--speaker", "", "--metadata", '{"b":2}']))
      .toMatchObject(
        { id, text, speaker: null, session_id: "s1", metadata: { b: 2 } },
      );
    expect((await on(store, ["feedback", id, "confirmed"])).out).toContain("0.7 now");
    const memory = await json<{ events: unknown[] }>(store, ["get", id, "--events"]);
    expect(memory).toMatchObject({ id, trust: 0.7, namespace: "default" });
    expect(memory.events).toEqual([{
      kind: "confirmed",
      trust_before: 0.6,
      trust_after: 0.7,
      actor: "user",
      at: expect.any(String),
    }]);

    const page = await json<{ memories: { id: string }[]; cursor: string }>(
      store,
      ["list", "--limit", "1"],
    );
    expect(page).toEqual({ memories: [expect.objectContaining({ id })], cursor: id });
    const rest = await on(store, ["list", "--cursor", page.cursor]);
    expect(rest.out).toMatch(/^Id .*\n\S+ .*Wrens nest in gutters\.\n$/);

    expect(await json(store, ["forget", "--session", "s1"])).toEqual({ forgotten: 1 });
    const again = await on(store, ["forget", id]);
    expect(again.code).toBe(3);
    expect(again.out).toBe("Forgot 0 memories\n");
  }, 60_000);

  test("run() tells the state of a store", async () => {
    const status = await json<Record<string, unknown>>("status", ["status"]);
    expect(status).toMatchObject({
      mode: "auto",
      elevation: true,
      location: join(folder, "status"),
      memories: 0,
      vectors_by_space: {},
      pending: 0,
      needs_reembedding: 0,
      spaces: [
        { state: "ready", device: "cpu", fingerprint: expect.stringMatching(/^\w{64}$/) },
        { state: "missing", device: null, model: "BAAI/bge-large-en-v1.5" },
      ],
      engine: { database: expect.stringContaining("PGlite"), pgvector: expect.any(String) },
    });
    expect((await on("status", ["migrate"])).out).toMatch(/^The schema is of version \d/);
    expect(await json("status", ["reembed"])).toEqual({ done: 0, failed: 0, total: 0 });
  }, 30_000);
});

describe("run() import", () => {
  test("run() import takes what it can, and tells the rest by line", async () => {
    const path = write(
      "mixed.jsonl",
      [
        '\ufeff{"text": "One.", "trust_score": 0.9, "session_id": "s1"}\r',
        '{"text": ""}',
        "not json",
        "",
        '{"text": "Two.", "namespace": "other"}',
        '{"text": "Three.", "vectors": [1, 2]}',
        '{"text": "Four."',
      ].join("\n"),
    );
    const { code, out, err } = await on("mixed", ["import", path, "--json"]);
    expect(code).toBe(1);
    const { rejects, ...counts } = JSON.parse(out);
    expect(counts).toEqual({ added: 2, existing: 0, pending: 0, rejected: 4 });
    expect(rejects.map(({ line }: { line: number }) => line)).toEqual([2, 3, 6, 7]);
    expect(err).toContain("line 2: text must hold more than white space");
    expect(err).toContain("line 3: not JSON");
    expect(err).toContain("Importing: 100%, 6/6");

    const again = await on("mixed", ["import", "-"], readFileSync(path));
    expect(again.code).toBe(1);
    expect(again.out).toBe("Imported 0 memories; 2 were there already; 4 lines rejected\n");
    const list = await json<{ memories: unknown[] }>("mixed", ["list"]);
    expect(list.memories).toEqual([
      expect.objectContaining({ text: "One.", trust: 0.9, session_id: "s1" }),
    ]);
  }, 30_000);

  test("run() import takes the folder of a BEIR corpus", async () => {
    mkdirSync(join(folder, "beir"));
    write("beir/corpus.jsonl", '{"_id": "7", "title": "Wings", "text": "They lift."}\n');
    expect((await on("corpus", ["import", join(folder, "beir")])).out).toBe("Imported 1 memory\n");
    const { memories } = await json<{ memories: unknown[] }>("corpus", ["list"]);
    expect(memories).toEqual([
      expect.objectContaining({ text: "Wings\nThey lift.", metadata: { _id: "7" } }),
    ]);
    for (const path of [folder, join(folder, "absent.jsonl")]) {
      const { code, err } = await on("corpus", ["import", path]);
      expect(code).toBe(1);
      expect(err).toContain(path);
    }
  }, 30_000);

  test("run() import takes back what export wrote, documents in parts included", async () => {
    const long = Array.from({ length: 60 }, (_, i) => `The boat passed lock number ${i}.`).join(
      " ",
    );
    const first = { text: "Mira moved.", speaker: "Mira", occurred_at: "2025-01-02T03:04:05.678Z" };
    const second = { text: long, namespace: "other", metadata: { a: [1, { b: null }] } };
    const lines = [first, second].map((line) => JSON.stringify(line)).join("\n");
    await on("origin", ["import", "-"], lines);
    const [one, other] = [join(folder, "export.jsonl"), join(folder, "again.jsonl")];
    const exported = await json<{ exported: number }>("origin", ["export", one]);
    expect(exported.exported).toBeGreaterThan(2);
    expect((await on("copy", ["import", one])).code).toBe(0);
    await on("copy", ["export", other]);
    expect(kept(readFileSync(other, "utf8"))).toEqual(kept(readFileSync(one, "utf8")));
    expect(readdirSync(folder).filter((name) => name.endsWith(".new"))).toEqual([]);

    const named = await on("origin", ["export", "--namespace", "default"]);
    expect(kept(named.out)).toEqual(kept(readFileSync(one, "utf8")).slice(0, 1));
    expect(JSON.parse(named.out)).toMatchObject({ ...first, namespace: "default" });
    expect(Object.values(JSON.parse(named.out).vectors)[0]).toHaveLength(384);
  }, 60_000);
});

/** Exported lines without what each store gives its memories itself. */
function kept(lines: string): unknown[] {
  return lines.trimEnd().split("\n").map((line) => {
    const { id, created_at, updated_at, ...rest } = JSON.parse(line);
    expect([id, created_at, updated_at]).toEqual(Array(3).fill(expect.any(String)));
    return rest;
  });
}
