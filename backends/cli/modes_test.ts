import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Mode } from "../../mod.ts";
import { invoke, type Outcome } from "../../testing/cli.ts";
import { withEnvironment } from "../../testing/environment.ts";
import { makeStandIn } from "../../testing/stand_in_model.ts";
import { makeScratch } from "../../testing/stores.ts";

const TIMEOUT_MS = 60_000;

const scratch = makeScratch();
afterAll(scratch.remove);

const standIn = join(scratch.path(), "stand-in");
makeStandIn(standIn);

const HERE = { BICAMERAL_LARGE_MODEL: standIn };
/** BGE-large in a cache that has nothing. */
const ABSENT = { BICAMERAL_LARGE_MODEL: "", HF_HUB_CACHE: scratch.path() };

type Run = (...argv: string[]) => Promise<Outcome>;

/** The command line on one directory, in one mode, with the large model or without. */
function on(store: string, mode: Mode, model: Readonly<Record<string, string>>): Run {
  const common = ["--data", join(store), "--durability", "relaxed", "--device", "cpu", "--json"];
  return (...argv) =>
    withEnvironment({ EMBEDDING_MODE: mode, ...model }, () => invoke([...argv, ...common]));
}

async function answer<T>(outcome: Promise<Outcome>): Promise<T> {
  const { code, out, err } = await outcome;
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as T;
}

async function add(run: Run, text: string): Promise<string> {
  return (await answer<{ id: string }>(run("add", text))).id;
}

/** The models whose vectors a memory has, by the ends of their spaces' ids. */
async function vectorsOf(run: Run, id: string): Promise<string[]> {
  const { spaces } = await answer<{ spaces: string[] }>(run("get", id));
  return spaces.map((space) => space.includes("MiniLM") ? "384" : "1024");
}

interface Found {
  readonly hits: readonly { readonly id: string }[];
  readonly retrievers: Readonly<Record<string, { readonly left_out: string | null }>>;
}

/** Ids that a search finds, and the retrievers that it asked; with a bang, that it left out. */
async function searchOf(run: Run): Promise<[string[], string[]]> {
  const { hits, retrievers } = await answer<Found>(run("search", "When does the ferry leave?"));
  return [
    hits.map(({ id }) => id),
    Object.entries(retrievers).map(([name, { left_out }]) => left_out === null ? name : `${name}!`),
  ];
}

async function offersElevate(mode: Mode): Promise<boolean> {
  const { out } = await withEnvironment({ EMBEDDING_MODE: mode }, () => invoke(["--help"]));
  return /^ +elevate /m.test(out);
}

const TEXT = "The ferry leaves at noon.";

describe("modes of the command line", () => {
  for (const [place, model] of [["here", HERE], ["absent", ABSENT]] as const) {
    test(`cpu mode writes and asks 384, and has no elevate (large model ${place})`, async () => {
      const run = on(scratch.path(), "cpu", model);
      const id = await add(run, TEXT);
      expect(await vectorsOf(run, id)).toEqual(["384"]);
      expect(await searchOf(run)).toEqual([[id], ["dense384", "lexical"]]);
      expect(await offersElevate("cpu")).toBe(false);
      const refused = await run("elevate", id);
      expect(refused.code).toBe(2);
      expect(refused.err).toContain("auto mode only");
    }, TIMEOUT_MS);
  }

  test("auto mode writes 384, elevates when asked to, and then asks both spaces", async () => {
    const store = scratch.path();
    const run = on(store, "auto", HERE);
    const id = await add(run, TEXT);
    expect(await vectorsOf(run, id)).toEqual(["384"]);
    expect(await searchOf(run)).toEqual([[id], ["dense384", "lexical"]]);
    expect(await offersElevate("auto")).toBe(true);
    const elevated = { memory_id: id, elevated: true, model: "stand-in" };
    expect(await answer<unknown>(run("elevate", id))).toMatchObject([elevated]);
    expect(await answer<unknown>(run("elevate", id)))
      .toMatchObject([{ ...elevated, elevated: false }]);
    expect(await answer<unknown>(run("get", id))).toMatchObject({ trust: 0.6 });
    expect(await vectorsOf(run, id)).toEqual(["384", "1024"]);
    expect(await searchOf(run)).toEqual([[id], ["dense384", "dense1024", "lexical"]]);

    // Vectors of one model are nothing to another, whether that is here or not.
    const other = on(store, "auto", ABSENT);
    expect(await searchOf(other)).toEqual([[id], ["dense384", "lexical"]]);
    expect(await answer<unknown>(other("status"))).toMatchObject({ needs_reembedding: 1 });

    const off = await withEnvironment({ ELEVATE_ENABLED: "false" }, () => run("elevate", id));
    expect([off.code, off.err.includes("ELEVATE_ENABLED")]).toEqual([2, true]);
  }, TIMEOUT_MS);

  test("auto mode without the large model says how to get it where it is needed", async () => {
    const run = on(scratch.path(), "auto", ABSENT);
    const id = await add(run, TEXT);
    expect(await searchOf(run)).toEqual([[id], ["dense384", "lexical"]]);
    const refused = await run("elevate", id);
    expect(refused.code).toBe(3);
    expect(refused.err).toMatch(/\(1\.3 GB\) with: bicameral models pull BAAI\/bge-large-en-v1\.5/);
    const { spaces } = await answer<{ spaces: { state: string }[] }>(run("status"));
    expect(spaces[1]?.state).toBe("missing");
  }, TIMEOUT_MS);

  test("gpu mode writes and asks 1024, and has no elevate", async () => {
    const run = on(scratch.path(), "gpu", HERE);
    const id = await add(run, TEXT);
    expect(await vectorsOf(run, id)).toEqual(["1024"]);
    expect(await searchOf(run)).toEqual([[id], ["dense1024", "lexical"]]);
    expect(await offersElevate("gpu")).toBe(false);
    const refused = await run("elevate", id);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("auto mode only");
  }, TIMEOUT_MS);

  test(
    "gpu mode without the large model keeps what is added until it is there, found by words",
    async () => {
      const store = scratch.path();
      const run = on(store, "gpu", ABSENT);
      const id = await add(run, TEXT);
      expect(await vectorsOf(run, id)).toEqual([]);
      expect(await searchOf(run)).toEqual([[id], ["lexical", "dense1024!"]]);
      const refused = await run("search", "ferry", "--retrievers", "dense1024");
      expect(refused.code).toBe(3);
      expect(refused.err).toContain("bicameral models pull");
      const { pending } = await answer<{ pending: number }>(run("status"));
      expect(pending).toBe(1);
      const here = on(store, "gpu", HERE);
      await answer(here("reembed"));
      expect(await vectorsOf(here, id)).toEqual(["1024"]);
      expect(await searchOf(here)).toEqual([[id], ["dense1024", "lexical"]]);
    },
    TIMEOUT_MS,
  );

  test("BICAMERAL_LANGUAGE is what words are found by, and must be one that there is", async () => {
    const run = on(scratch.path(), "cpu", ABSENT);
    const id = await add(run, "Ferries leave at noon.");
    const searched = async (language: string) => {
      const search = () => run("search", "ferry", "--retrievers", "lexical");
      const outcome = await withEnvironment({ BICAMERAL_LANGUAGE: language }, search);
      return outcome.code === 0 ? JSON.parse(outcome.out).hits : [outcome.code, outcome.err];
    };
    expect(await searched("english")).toMatchObject([{ id }]);
    for (const language of ["klingon", "English!"]) {
      expect(await searched(language)).toEqual([2, expect.stringContaining(`is "${language}"; `)]);
    }
    await withEnvironment(
      { BICAMERAL_LANGUAGE: "simple" },
      () => run("update", id, "--speaker", "Jo"),
    );
    expect(await searched("simple")).toEqual([]);
  }, TIMEOUT_MS);

  test("--mode goes before the variables, which must agree", async () => {
    const run = on(scratch.path(), "gpu", HERE);
    const { mode } = await answer<{ mode: string }>(run("status", "--mode", "cpu"));
    expect(mode).toBe("cpu");
    const torn = await withEnvironment({ MEMINI_MODE: "auto" }, () => run("status"));
    expect(torn.code).toBe(2);
    expect(torn.err).toContain("must agree");
  }, TIMEOUT_MS);

  test(
    "a large model that is nowhere, or a setting that is wrong, costs neither store nor help",
    async () => {
      const nowhere = { BICAMERAL_LARGE_MODEL: "someone/nowhere", HF_HUB_CACHE: scratch.path() };
      const run = on(scratch.path(), "auto", nowhere);
      const id = await add(run, TEXT);
      expect(await searchOf(run)).toEqual([[id], ["dense384", "lexical"]]);
      const refused = await run("elevate", id);
      expect(refused.code).toBe(3);
      expect(refused.err).toContain("bicameral models pull someone/nowhere");
      for (const wrong of [{ BICAMERAL_THREADS: "two" }, { EMBEDDING_MODE: "some" }]) {
        const help = await withEnvironment(wrong, () => invoke(["--help"]));
        expect(help.code).toBe(0);
      }
      const off = await withEnvironment({ ELEVATE_ENABLED: "false" }, () => invoke(["--help"]));
      expect(off.out).not.toMatch(/^ +elevate /m);
    },
    TIMEOUT_MS,
  );
});
