import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { startChild } from "../../testing/child.ts";
import { COMMIT, type HubServer, REPOSITORY, startHub } from "../../testing/hub_server.ts";
import { makeScratch } from "../../testing/stores.ts";
import { pullModel, type PullOptions, type PullProgress } from "./hub.ts";

const scratch = makeScratch();
const hub: HubServer = await startHub();
afterAll(async () => {
  await hub.close();
  scratch.remove();
});

/** Large enough to come in many pieces, small enough to be quick. */
const WEIGHTS = new Uint8Array(400_000).map((_, i) => (i * 7919) >> 3);
const SHA256 = createHash("sha256").update(WEIGHTS).digest("hex");
const TOKENIZER = new TextEncoder().encode('{"model": "small enough to be kept by git itself"}');
const FILES = [{ path: "tokenizer.json" }, { path: "onnx/model.onnx" }];

let cache: string;
beforeEach(() => {
  cache = scratch.path();
  hub.files.clear();
  hub.files.set("tokenizer.json", TOKENIZER);
  hub.files.set("onnx/model.onnx", WEIGHTS);
  hub.misdeeds.length = hub.headMisdeeds.length = hub.requests.length = 0;
  hub.ignoresRanges = false;
  hub.token = null;
  hub.paceMs = 0;
});

function pull(
  environment: Record<string, string> = {},
  options: Partial<PullOptions> = {},
  files: typeof FILES | { path: string; bytes?: number; sha256?: string }[] = FILES,
): Promise<string | null> {
  return pullModel({ repository: REPOSITORY, revision: "main", files }, {
    environment: { HF_ENDPOINT: hub.endpoint, HF_HUB_CACHE: cache, ...environment },
    ...options,
  });
}

/** What a pull rejects with. */
async function failure(
  ...args: Parameters<typeof pull>
): Promise<{ code: string; message: string }> {
  return await pull(...args).then(() => ({ code: "none", message: "" }), (error) => error);
}

const repo = () => join(cache, "models--someone--sentences");
const partial = () => join(repo(), "blobs", `${SHA256}.incomplete`);
const gets = () => hub.requests.filter((line) => line.startsWith("GET store"));

function expectWhole(folder: string | null): void {
  expect(new Uint8Array(readFileSync(join(folder!, "onnx/model.onnx")))).toEqual(WEIGHTS);
  expect(new Uint8Array(readFileSync(join(folder!, "tokenizer.json")))).toEqual(TOKENIZER);
  expect(readdirSync(join(repo(), "blobs")).filter((name) => name.includes("incomplete"))).toEqual(
    [],
  );
}

describe("pullModel()", () => {
  test("pullModel() lays files out as the hub's own tools do", async () => {
    const steps: PullProgress[] = [];
    const folder = await pull({}, { onProgress: (step) => steps.push(step) });
    expect(folder).toBe(join(repo(), "snapshots", COMMIT));
    expectWhole(folder);
    expect(readFileSync(join(repo(), "refs/main"), "utf8")).toBe(COMMIT);
    const link = join(folder!, "onnx/model.onnx");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(realpathSync(link)).toBe(realpathSync(join(repo(), "blobs", SHA256)));
    const total = WEIGHTS.length + TOKENIZER.length;
    expect(steps.at(-1)).toEqual({ bytes: total, total });
    expect(steps.every((step, i) => step.bytes >= (steps[i - 1]?.bytes ?? 0))).toBe(true);
  });

  test("pullModel() downloads nothing that is there, and asks nothing", async () => {
    const folder = await pull();
    hub.requests.length = 0;
    expect(await pull()).toBe(folder);
    expect(await pull({ HF_HUB_OFFLINE: "1" })).toBe(folder);
    expect(hub.requests).toEqual([]);
  });

  test("pullModel() fetches a file anew that was damaged on the disk", async () => {
    const folder = await pull();
    writeFileSync(join(folder!, "onnx/model.onnx"), WEIGHTS.subarray(0, 1000));
    expectWhole(await pull());
  });

  test("pullModel() asks first how much it is to be, and leaves it when told so", async () => {
    let asked = 0;
    const confirm = (bytes: number) => {
      asked = bytes;
      return Promise.resolve(false);
    };
    expect(await pull({}, { confirm })).toBe(null);
    expect(asked).toBe(WEIGHTS.length + TOKENIZER.length);
    expect(gets()).toEqual([]);
  });

  test("pullModel() asks nobody when it is to be offline", async () => {
    expect(await failure({ HF_HUB_OFFLINE: "true" })).toMatchObject({
      code: "MODEL_NOT_AVAILABLE",
      message: expect.stringContaining("HF_HUB_OFFLINE"),
    });
    expect(hub.requests).toEqual([]);
  });

  test("pullModel() shows its token to the hub and to no other host", async () => {
    hub.token = "hf_secret";
    expectWhole(await pull({ HF_TOKEN: "hf_secret" }));
    for (const line of hub.requests) {
      expect(line.endsWith("Bearer hf_secret")).toBe(line.split(" ")[1] === "hub");
    }
    expect(gets()).toHaveLength(1);
  });

  for (
    const [status, remedy] of [[401, "HF_TOKEN"], [403, "ask for access"], [
      404,
      "no such",
    ]] as const
  ) {
    test(`pullModel() says what to do about ${status}`, async () => {
      hub.headMisdeeds.push({ status });
      expect(await failure()).toMatchObject({
        code: "MODEL_NOT_AVAILABLE",
        message: expect.stringContaining(remedy),
      });
      expect(hub.requests).toHaveLength(1);
    });
  }

  test("pullModel() waits as long as a busy server asks for", async () => {
    hub.headMisdeeds.push({ status: 429, headers: { "retry-after": "1" } });
    hub.misdeeds.push(null, { status: 503 });
    const started = performance.now();
    expectWhole(await pull());
    expect(performance.now() - started).toBeGreaterThan(990);
  });

  test("pullModel() does not wait for hours, nor for ever", async () => {
    hub.headMisdeeds.push({ status: 429, headers: { "retry-after": "7200" } });
    expect((await failure()).message).toContain("429");
    hub.headMisdeeds.push(...Array.from({ length: 9 }, () => ({
      status: 429,
      headers: { "retry-after": "0" },
    })));
    expect((await failure()).message).toContain("429");
    expect(hub.headMisdeeds).toHaveLength(5);
  });

  test("pullModel() goes on where the connection was cut", async () => {
    hub.misdeeds.push(null, { cutAfter: 100_000 }, { cutAfter: 50_000 });
    expectWhole(await pull());
    const ranges = gets().map((line) => line.split(" ")[3]);
    expect(ranges[0]).toBe("whole");
    expect(ranges.slice(1)).toHaveLength(2);
    for (const range of ranges.slice(1)) expect(range).toMatch(/^bytes=[1-9]\d*-$/);
  });

  test("pullModel() goes on where another process was stopped", async () => {
    mkdirSync(join(repo(), "blobs"), { recursive: true });
    writeFileSync(partial(), WEIGHTS.subarray(0, 123_456));
    expectWhole(await pull());
    expect(gets().map((line) => line.split(" ")[3])).toEqual(["bytes=123456-"]);
  });

  test("pullModel() begins anew where a server knows no ranges", async () => {
    hub.ignoresRanges = true;
    mkdirSync(join(repo(), "blobs"), { recursive: true });
    writeFileSync(partial(), WEIGHTS.subarray(0, 123_456));
    expectWhole(await pull());
  });

  test("pullModel() fetches once more what came wrong", async () => {
    hub.misdeeds.push(null, { body: WEIGHTS.toReversed() });
    expectWhole(await pull());
    expect(gets()).toHaveLength(2);
    // A beginning that is not the file's shows at the end.
    cache = scratch.path();
    mkdirSync(join(repo(), "blobs"), { recursive: true });
    writeFileSync(partial(), new Uint8Array(1000).fill(7));
    expectWhole(await pull());
  });

  test("pullModel() keeps nothing of what comes wrong twice", async () => {
    hub.misdeeds.push(null, { body: WEIGHTS.toReversed() }, { body: WEIGHTS.toReversed() });
    expect(await failure()).toMatchObject({
      code: "MODEL_CORRUPT",
      message: expect.stringContaining("wrong both times: its SHA-256"),
    });
    expect(existsSync(join(repo(), "blobs", SHA256))).toBe(false);
    expect(existsSync(partial())).toBe(false);
    cache = scratch.path();
    const other = new Uint8Array(TOKENIZER.length).fill(32);
    hub.misdeeds.push({ body: other }, { body: other });
    expect((await failure()).message).toContain("git SHA-1");
  });

  test("pullModel() takes no pointer of git LFS for a model", async () => {
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 400000\n";
    hub.misdeeds.push(null, { body: pointer });
    expectWhole(await pull());
    // One that a mirror without LFS hands out as the file itself.
    cache = scratch.path();
    hub.files.set("onnx/model.onnx", new TextEncoder().encode(pointer));
    expect((await failure()).message).toContain("pointer of git LFS");
  });

  test("pullModel() takes no captive portal's page for a model", async () => {
    const page = { body: "<html>Please accept our terms</html>", type: "text/html" };
    hub.headMisdeeds.push(page);
    expect((await failure()).message).toContain("captive portal");
    hub.misdeeds.push(null, page);
    mkdirSync(join(repo(), "blobs"), { recursive: true });
    writeFileSync(partial(), WEIGHTS.subarray(0, 123_456));
    // What had come before is not lost to it.
    expectWhole(await pull());
    expect(gets().map((line) => line.split(" ")[3])).toEqual(["bytes=123456-", "bytes=123456-"]);
  });

  test("pullModel() holds files to what the catalogue knows of them", async () => {
    const wrong = [{ path: "onnx/model.onnx", sha256: "0".repeat(64) }];
    expect(await failure({}, {}, wrong)).toMatchObject({ code: "MODEL_CORRUPT" });
    expect(await failure({}, {}, [{ path: "onnx/model.onnx", bytes: 5 }]))
      .toMatchObject({ code: "MODEL_CORRUPT", message: expect.stringContaining("wanted 5") });
    expect(existsSync(join(repo(), "blobs", SHA256))).toBe(false);
  });

  test("pullModel() says that a server can't be reached", async () => {
    const nobody = await failure({ HF_ENDPOINT: "http://127.0.0.1:9" });
    expect(nobody.code).toBe("MODEL_NOT_AVAILABLE");
    expect(nobody.message).toContain("127.0.0.1:9 can't be reached");
  }, 30_000);

  test("pullModel() goes through the proxy that the environment names", async () => {
    const child = startChild("testing/programs/pull_model", ["http://hub.example", cache], {
      env: { HTTP_PROXY: hub.endpoint, http_proxy: hub.endpoint, NO_PROXY: "", no_proxy: "" },
    });
    const { code, errors } = await child.ended;
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expectWhole(join(repo(), "snapshots", COMMIT));
    // Node's asks the proxy for a connection, the others for the page.
    expect(hub.requests[0]).toMatch(
      /^(?:CONNECT hub\.example|HEAD hub http:\/\/hub\.example\/someone)/,
    );
  }, 30_000);

  test("pullModel() can be cancelled, and goes on later", async () => {
    hub.paceMs = 20;
    const abort = new AbortController();
    const reason = new Error("changed my mind");
    const cancelled = await pull({}, {
      signal: abort.signal,
      onProgress: ({ bytes }) => {
        if (bytes > 100_000) abort.abort(reason);
      },
    }).catch((error) => error);
    expect(cancelled).toBe(reason);
    expectWhole(await pull());
    expect(gets().at(-1)).toMatch(/bytes=[1-9]/);
  });

  test("pullModel() of many processes at once downloads once", async () => {
    hub.paceMs = 30;
    const program = () => startChild("testing/programs/pull_model", [hub.endpoint, cache]).ended;
    const ended = await Promise.all([program(), program(), program(), pull()]);
    for (const end of ended.slice(0, 3)) expect(end).toMatchObject({ code: 0, errors: "" });
    expectWhole(ended[3] as string);
    expect(gets()).toHaveLength(1);
  }, 30_000);

  test("pullModel() killed in the middle goes on in another process", async () => {
    hub.paceMs = 50;
    const child = startChild("testing/programs/pull_model", [hub.endpoint, cache]);
    await child.line(/[1-9]\d{5}/);
    await child.kill();
    hub.paceMs = 0;
    // Its lock is stale once nobody has touched it for a while.
    const lock = join(cache, ".locks/models--someone--sentences/bicameral.lock");
    expect(existsSync(lock)).toBe(true);
    utimesSync(lock, 0, 0);
    expectWhole(await pull());
    expect(gets().at(-1)).toMatch(/bytes=[1-9]/);
  }, 30_000);

  test("pullModel() waits for a slow server, and not for a silent one", async () => {
    // Eight pieces, a pause before each: longer than the limit in all, shorter each.
    hub.paceMs = 60;
    expectWhole(await pull({}, { silenceMs: 300 }));
    expect(gets().length).toBe(1);

    cache = scratch.path();
    hub.paceMs = 0;
    const silence = { silent: true } as const;
    hub.misdeeds.push(null, silence);
    expectWhole(await pull({}, { silenceMs: 300 }));

    cache = scratch.path();
    hub.misdeeds.push(null, ...Array.from({ length: 9 }, () => silence));
    const silent = await failure({}, { silenceMs: 100 });
    expect(silent.code).toBe("MODEL_NOT_AVAILABLE");
    expect(silent.message).toMatch(/broke off time and again .* fell silent/);
  }, 30_000);

  test("pullModel() fetches anew what was damaged, though another file is missing too", async () => {
    const folder = (await pull())!;
    writeFileSync(realpathSync(join(folder, "onnx/model.onnx")), "damaged");
    rmSync(join(folder, "tokenizer.json"));
    expectWhole(await pull());
    // A small file is known by git's SHA-1.
    writeFileSync(realpathSync(join(folder, "tokenizer.json")), "{");
    expectWhole(await pull());
  });
});
