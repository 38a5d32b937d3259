import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { startChild } from "../../testing/child.ts";
import { FULL, makeScratch } from "../../testing/stores.ts";
import { claimDirectory } from "./claim.ts";
import { currentProcess, type ProcessIdentity } from "./process_identity.ts";

const scratch = makeScratch();
afterAll(scratch.remove);

const self = currentProcess();
/** A pid that no process has: Linux gives out none above 2²². */
const NOBODY = 2 ** 22 + 1;

describe("claimDirectory()", () => {
  let directory: string;
  let claims: string;
  beforeEach(() => {
    directory = scratch.path();
    claims = join(directory, "claims");
    mkdirSync(claims, { recursive: true });
  });

  /** Leaves a claim of another process, an hour old. */
  function leaveClaim(other: Partial<ProcessIdentity>): void {
    const claimedAt = new Date(Date.now() - 3_600_000).toISOString();
    writeFileSync(join(claims, "other.json"), JSON.stringify({ ...self, ...other, claimedAt }));
  }

  /** The error of an opener that is refused, and how long that took. */
  async function refusal(force = false): Promise<{ message: string; ms: number }> {
    const askedAt = performance.now();
    const error = await claimDirectory(directory, force).then(() => null, (error) => error);
    expect(error).toMatchObject({ code: "STORE_LOCKED" });
    return { message: error.message, ms: performance.now() - askedAt };
  }

  test("claimDirectory() writes down host, pid namespace, pid and start time", async () => {
    const release = await claimDirectory(directory, false);
    const [name, ...others] = readdirSync(claims);
    expect(others).toEqual([]);
    expect(JSON.parse(readFileSync(join(claims, name!), "utf8"))).toEqual({
      ...self,
      pid: process.pid,
      claimedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    release();
    release();
    expect(readdirSync(claims)).toEqual([]);
  });

  test("claimDirectory() refuses a second opener of this process, naming the holder", async () => {
    const release = await claimDirectory(directory, false);
    for (const force of [false, true]) {
      const { message, ms } = await refusal(force);
      expect(message).toContain(`${directory} is in use by process ${process.pid} on ${self.host}`);
      expect(message).not.toContain("--force");
      expect(ms).toBeLessThan(500);
    }
    release();
    (await claimDirectory(directory, false))();
  });

  test("claimDirectory() takes over from the dead", async () => {
    const dead: Partial<ProcessIdentity>[] = [
      { pid: NOBODY },
      // A process of that number runs, but it began at another time.
      { startedAt: "1" },
      { pid: process.ppid, startedAt: "1" },
    ];
    // Where the system tells when it was started and which machine it is.
    if (self.boot !== null && self.host.includes("/")) dead.push({ boot: "another" });
    for (const holder of dead) {
      leaveClaim(holder);
      (await claimDirectory(directory, false))();
      expect(readdirSync(claims)).toEqual([]);
    }
  });

  test("claimDirectory() takes over from another host or pid namespace by force alone", async () => {
    const strangers: Partial<ProcessIdentity>[] = [
      { host: "elsewhere", pid: NOBODY },
      { pidNamespace: "pid:[1]", pid: NOBODY },
      { host: "elsewhere", boot: "another" },
      { pidNamespace: "pid:[1]", boot: "another" },
      { startedAt: null },
    ];
    for (const holder of strangers) {
      leaveClaim(holder);
      const { message, ms } = await refusal();
      expect(message).toContain(`process ${holder.pid ?? self.pid} on ${holder.host ?? self.host}`);
      expect(message).toContain("--force");
      expect(ms).toBeLessThan(500);
      expect(readdirSync(claims)).toEqual(["other.json"]);
      (await claimDirectory(directory, true))();
      expect(readdirSync(claims)).toEqual([]);
    }
  });

  test("claimDirectory() takes a claim that it can't read for anybody's", async () => {
    for (const text of ["", "{", "null", "[]", "{}"]) {
      writeFileSync(join(claims, "other.json"), text);
      const { message } = await refusal();
      expect(message).toContain("unreadable claim");
    }
    (await claimDirectory(directory, true))();
  });

  test("claimDirectory() clears away drafts of openers that were killed, when they are old", async () => {
    for (const name of ["old.json.new", "young.json.new"]) writeFileSync(join(claims, name), "");
    utimesSync(join(claims, "old.json.new"), new Date(), new Date(Date.now() - 120_000));
    (await claimDirectory(directory, false))();
    expect(readdirSync(claims)).toEqual(["young.json.new"]);
  });

  test("claimDirectory() lets one of those that meet have it", async () => {
    let wins = 0;
    for (let round = 0; round < 3; round++) {
      const asked = Array.from({ length: 8 }, () => claimDirectory(directory, false));
      const won = (await Promise.allSettled(asked)).filter(({ status }) => status === "fulfilled");
      expect(won.length).toBeLessThanOrEqual(1);
      for (const winner of won) (winner as PromiseFulfilledResult<() => void>).value();
      wins += won.length;
    }
    // Not each time where the machine is held up for longer than they wait for each other.
    expect(wins).toBeGreaterThan(0);
  });

  test("claimDirectory() lets one of several processes at a time have it", async () => {
    const raceMs = FULL ? 10_000 : 1_500;
    const racers = Array.from(
      { length: 4 },
      () => startChild("testing/programs/claim_in_turn", [directory, String(raceMs)]),
    );
    let wins = 0;
    for (const { ended } of racers) {
      const { code, lines, errors } = await ended;
      expect([code, errors]).toEqual([0, ""]);
      wins += Number(lines[0]);
    }
    expect(wins).toBeGreaterThan(4);
    expect(readdirSync(directory)).toEqual(["claims"]);
    (await claimDirectory(directory, false))();
  }, 60_000);
});
