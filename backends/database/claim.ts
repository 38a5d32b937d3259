import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BicameralError } from "../../src/errors.ts";
import { currentProcess, mayBeAlive, type ProcessIdentity } from "./process_identity.ts";

/** What one opener writes about itself. */
interface Claim extends ProcessIdentity {
  readonly claimedAt: string;
}

/** Openers that meet at the same moment try again this long before they give up. */
const CONTENTION_MS = 200;

/**
 * Takes sole ownership of a directory; returns what gives it back.
 *
 * Each opener first writes a claim of its own, then looks for others: of two
 * that do so at once at least one sees the other (the flags of Dekker's mutual
 * exclusion), and nobody ever deletes a claim whose process may live. A single
 * lock file can't do that without a compare-and-swap, which file systems lack.
 *
 * @param force Take the directory even from a holder that can't be proven dead.
 * @throws {BicameralError} `STORE_LOCKED`, naming the holder.
 */
export async function claimDirectory(directory: string, force: boolean): Promise<() => void> {
  const claims = join(directory, "claims");
  mkdirSync(claims, { recursive: true });
  const self = currentProcess();
  const giveUpAt = performance.now() + CONTENTION_MS;
  for (;;) {
    const name = `${crypto.randomUUID()}.json`;
    const release = () => rmSync(join(claims, name), { force: true });
    writeClaim(claims, name, { ...self, claimedAt: new Date().toISOString() });
    const holder = findHolder(claims, name, self, force);
    if (holder === null) return release;
    release();
    const contended = Date.now() - Date.parse(holder.claimedAt) < CONTENTION_MS;
    if (!contended || performance.now() > giveUpAt) throw locked(directory, holder);
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 35));
  }
}

function writeClaim(claims: string, name: string, claim: Claim): void {
  // Written under another name first: a claim is never seen half written.
  const draft = join(claims, `${name}.new`);
  writeFileSync(draft, JSON.stringify(claim));
  renameSync(draft, join(claims, name));
}

/** The first other opener that may be alive; claims of the dead are cleared away. */
function findHolder(
  claims: string,
  own: string,
  self: ProcessIdentity,
  force: boolean,
): Claim | null {
  for (const name of readdirSync(claims)) {
    if (name === own || !name.endsWith(".json")) continue;
    const path = join(claims, name);
    let claim: Claim;
    try {
      claim = JSON.parse(readFileSync(path, "utf8"));
    } catch (error) {
      if ((error as { code?: string }).code === "ENOENT") continue; // given back meanwhile
      claim = unreadable;
    }
    if (!force && mayBeAlive(claim, self)) return claim;
    rmSync(path, { force: true });
  }
  return null;
}

const unreadable: Claim = {
  host: "(unreadable claim)",
  boot: null,
  pidNamespace: null,
  pid: 0,
  startedAt: null,
  claimedAt: new Date(0).toISOString(),
};

function locked(directory: string, holder: Claim): BicameralError {
  return new BicameralError(
    "STORE_LOCKED",
    `The store ${directory} is in use by process ${holder.pid} on ${holder.host}` +
      ` since ${holder.claimedAt}` +
      (holder.pidNamespace === null ? "." : ` (pid namespace ${holder.pidNamespace}).`) +
      " Close it there first. If that process is certainly gone (a stopped container, say)," +
      " open with `force: true` (--force); two live owners would lose memories.",
  );
}
