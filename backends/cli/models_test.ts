import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { invoke, type Outcome } from "../../testing/cli.ts";
import { withEnvironment } from "../../testing/environment.ts";
import { COMMIT, REPOSITORY, startHub } from "../../testing/hub_server.ts";
import { makeStandIn } from "../../testing/stand_in_model.ts";
import { makeScratch } from "../../testing/stores.ts";

const scratch = makeScratch();
const hub = await startHub();
const standIn = scratch.path();
makeStandIn(standIn);
for (const name of ["config.json", "tokenizer.json", "onnx/model.onnx"]) {
  hub.files.set(name, new Uint8Array(readFileSync(join(standIn, name))));
}

const before = { ...process.env };
beforeEach(() => {
  process.env["HF_ENDPOINT"] = hub.endpoint;
  process.env["HF_HUB_CACHE"] = scratch.path();
  hub.misdeeds.length = 0;
});
afterAll(async () => {
  for (const name of ["HF_ENDPOINT", "HF_HUB_CACHE"]) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  await hub.close();
  scratch.remove();
});

function models(...words: string[]): Promise<Outcome> {
  return invoke(["models", ...words]);
}

describe("models", () => {
  test("models pull, path, verify and remove a model of the hub", async () => {
    const snapshot = join(
      process.env["HF_HUB_CACHE"]!,
      "models--someone--sentences/snapshots",
      COMMIT,
    );
    expect((await models("path", REPOSITORY)).code).toBe(3);
    const pulled = await models("pull", REPOSITORY);
    expect(pulled).toMatchObject({ code: 0, out: `${snapshot}\n` });
    expect(pulled.err).toContain("Downloading");
    expect(await models("path", REPOSITORY)).toMatchObject({ code: 0, out: `${snapshot}\n` });

    const verified = await models("verify", REPOSITORY, "--json");
    expect(JSON.parse(verified.out)).toMatchObject({
      ok: true,
      files: [{ path: "tokenizer.json", ok: true }, { path: "onnx/model.onnx", ok: true }],
      vectors: [],
    });
    writeFileSync(join(snapshot, "onnx/model.onnx"), "damaged");
    const damaged = await models("verify", REPOSITORY);
    expect(damaged.code).toBe(1);
    expect(damaged.out).toContain("is not what it should be");

    const removed = await models("remove", REPOSITORY, "--json");
    expect(JSON.parse(removed.out).freed_bytes).toBeGreaterThan(700_000);
    expect((await models("path", REPOSITORY)).code).toBe(3);
  }, 30_000);

  test("models pull asks before a large download, and does not where there is nobody", async () => {
    hub.files.set("onnx/model_fp16.onnx", new Uint8Array(100_000_001));
    const refused = await models("pull", REPOSITORY, "--dtype", "fp16");
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("takes 101 MB, and there is nobody to ask; say --yes");
    const told = await models("pull", REPOSITORY, "--dtype", "fp16", "--yes");
    expect(told.code).toBe(0);
  }, 30_000);

  test("models list tells what is here, and the bundled model is sound", async () => {
    const listed = JSON.parse((await models("list", "--json")).out);
    expect(listed).toContainEqual(
      expect.objectContaining({ model: "BAAI/bge-large-en-v1.5", space: "large", folder: null }),
    );
    const { code, out } = await models("verify", "all-MiniLM-L6-v2");
    expect(out).toContain("all-MiniLM-L6-v2 is sound.");
    expect(code).toBe(0);
  }, 30_000);

  for (
    const [words, message] of [
      [[], "Wanted one of list, pull"],
      [["pul", "x"], "Did you mean pull?"],
      [["pull"], "Wanted the name of a model"],
      [["list", "x"], "takes no name"],
      [["remove", "all-MiniLM-L6-v2"], "belongs to the package"],
      [["pull", "x", "--dtype", "q4"], "wanted one of fp32, fp16, int8"],
    ] as const
  ) {
    test(`models ${words.join(" ")} is refused`, async () => {
      const { code, err } = await models(...words);
      expect(code).toBe(2);
      expect(err).toContain(message);
    });
  }

  test("models path names what is missing, and remove keeps a folder of one's own", async () => {
    const { code, err } = await models("path", "bge-large-en-v1.5");
    expect(code).toBe(3);
    expect(err).toContain("bicameral models pull");
    mkdirSync(join(standIn, "kept"));
    expect((await models("remove", standIn)).err).toContain("your own");
    expect((await models("verify", "bge-large-en-v1.5")).err).toContain("models pull");
  });

  test("models verify, and a store, refuse what only calls itself BGE-large", async () => {
    const snapshots = join(
      process.env["HF_HUB_CACHE"]!,
      "models--Xenova--bge-large-en-v1.5/snapshots",
    );
    mkdirSync(join(snapshots, "../refs"), { recursive: true });
    mkdirSync(snapshots);
    symlinkSync(standIn, join(snapshots, COMMIT));
    writeFileSync(join(snapshots, "../refs/main"), COMMIT);
    const { code, out } = await models("verify", "bge-large-en-v1.5", "--json");
    expect(code).toBe(1);
    const { files, vectors } = JSON.parse(out);
    expect(files.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true]);
    expect(vectors.map(({ measure, ok }: { measure: string; ok: boolean }) => [measure, ok]))
      .toContainEqual(["cosine", false]);

    const store = ["--data", scratch.path(), "--mode", "gpu", "--device", "cpu"];
    const added = await invoke(["add", "The ferry leaves at noon.", "--json", ...store]);
    expect(added.code).toBe(0);
    expect(JSON.parse(added.out).pending).toBe(true);
    const found = await invoke(["search", "ferry", ...store]);
    expect([found.code, found.err]).toEqual([0, ""]);
    expect(found.out).toContain("The ferry leaves at noon.\n");
    expect(found.out).toMatch(
      /^dense1024 was left out: .* can't run\. cpu is not in use: Self-test/m,
    );
    const searched = await invoke(["search", "ferry", "--retrievers", "dense1024", ...store]);
    expect(searched.code).toBe(1);
    expect(searched.err).toMatch(/can't run\. cpu is not in use: Self-test text 1 of 6/);
  }, 30_000);

  test("models remove leaves what other formats, other revisions, and the user want", async () => {
    hub.files.set("onnx/model_fp16.onnx", new Uint8Array(300_000).fill(7));
    const folder = (await models("pull", REPOSITORY)).out.trim();
    await models("pull", REPOSITORY, "--dtype", "fp16");
    // Another revision has the same word pieces.
    const other = join(folder, "../other");
    mkdirSync(join(other, "onnx"), { recursive: true });
    for (const name of ["config.json", "tokenizer.json"]) {
      symlinkSync(readlinkSync(join(folder, name)), join(other, name));
    }
    expect((await models("remove", REPOSITORY, "--dtype", "fp16")).out).toContain("Freed 1 MB");
    expect((await models("path", REPOSITORY)).out.trim()).toBe(folder);
    expect((await models("remove", REPOSITORY)).code).toBe(0);
    expect(existsSync(join(folder, "tokenizer.json"))).toBe(false);
    expect(existsSync(join(other, "tokenizer.json"))).toBe(true);

    const home = scratch.path();
    makeStandIn(join(home, "mine"));
    await withEnvironment({ HOME: home }, async () => {
      for (const name of ["~/mine", `${home}/mine/`, `${home}/other/../mine`]) {
        expect((await models("remove", name)).err).toContain("your own");
      }
    });
    expect((await models("pull", `${home}/mine`)).code).toBe(2);
    const bundled = await models("pull", "all-MiniLM-L6-v2");
    expect([bundled.code, bundled.err]).toEqual([0, ""]);
  }, 30_000);
});
