import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { BicameralError } from "../../src/errors.ts";
import { currentProcess, type Life, lifeOf, type ProcessIdentity } from "./process_identity.ts";

/** What one opener writes about itself. */
interface Claim extends ProcessIdentity {
  readonly claimedAt: string;
}

/** Another opener's claim, and the file it is in. */
interface Rival extends Claim {
  readonly name: string;
  readonly life: Exclude<Life, "dead">;
}

/** Openers that meet at the same moment sort it out for this long before they give up. */
const CONTENTION_MS = 200;
const LOOK_AGAIN_MS = 5;
/** Claims of this very process: it knows these to be alive, whatever it may look at. */
const own = new Set<string>();
/** A claim takes a moment to write: a draft this old was left by one that was killed. */
const DRAFT_MS = 60_000;

/**
 * Takes sole ownership of a directory; returns what gives it back.
 *
 * Each opener first writes a claim of its own, then looks for others: of two
 * that do so at once at least one sees the other (the flags of Dekker's mutual
 * exclusion), and nobody ever deletes a claim whose process may live. A single
 * lock file can't do that without a compare-and-swap, which file systems lack.
 * Of openers that meet, the one whose claim's name comes first stays; the others
 * withdraw, so that one of them gets the directory.
 *
 * @param force Take the directory from a holder that may be dead. From a live one it is never taken.
 * @throws {BicameralError} `STORE_LOCKED`, naming the holder.
 */
export async function claimDirectory(directory: string, force: boolean): Promise<() => void> {
  const claims = join(directory, "claims");
  mkdirSync(claims, { recursive: true });
  const self = currentProcess();
  const name = `${crypto.randomUUID()}.json`;
  const path = join(claims, name);
  const release = () => {
    own.delete(path);
    rmSync(path, { force: true });
  };
  const giveUpAt = performance.now() + CONTENTION_MS;
  try {
    for (let claimed = false;;) {
      if (!claimed) writeClaim(path, { ...self, claimedAt: new Date().toISOString() });
      own.add(path);
      claimed = true;
      const rivals = findRivals(claims, name, self, force);
      const holder = rivals.find(({ claimedAt }) =>
        Date.now() - Date.parse(claimedAt) >= CONTENTION_MS
      );
      if (rivals.length === 0) return release;
      if (holder !== undefined || performance.now() > giveUpAt) {
        throw locked(directory, holder ?? rivals[0] as Rival, self);
      }
      const first = rivals.every((rival) => name < rival.name);
      if (!first) {
        release();
        claimed = false;
      }
      const waitMs = first ? LOOK_AGAIN_MS : LOOK_AGAIN_MS * (2 + 6 * Math.random());
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  } catch (error) {
    release();
    throw error;
  }
}

function writeClaim(path: string, claim: Claim): void {
  // Written under another name first: a claim is never seen half written.
  const draft = `${path}.new`;
  writeFileSync(draft, JSON.stringify(claim));
  renameSync(draft, path);
}

/** The other openers that may be alive; claims of the dead are cleared away. */
function findRivals(claims: string, mine: string, self: ProcessIdentity, force: boolean): Rival[] {
  const rivals: Rival[] = [];
  for (const name of readdirSync(claims)) {
    const path = join(claims, name);
    if (name.endsWith(".new")) removeOldDraft(path);
    if (name === mine || !name.endsWith(".json")) continue;
    const claim = readClaim(path);
    if (claim === null) continue; // given back meanwhile
    const life = own.has(path) ? "alive" : lifeOf(claim, self);
    if (life === "dead" || (force && life === "unknown")) rmSync(path, { force: true });
    else rivals.push({ ...claim, name, life });
  }
  return rivals;
}

function readClaim(path: string): Claim | null {
  try {
    return { ...UNREADABLE, ...JSON.parse(readFileSync(path, "utf8")) };
  } catch (error) {
    return (error as { code?: string }).code === "ENOENT" ? null : UNREADABLE;
  }
}

/** Whose claim can't be read may be anybody. */
const UNREADABLE: Claim = {
  host: "(unreadable claim)",
  boot: null,
  pidNamespace: null,
  pid: 0,
  startedAt: null,
  claimedAt: new Date(0).toISOString(),
};

function removeOldDraft(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat !== undefined && Date.now() - stat.mtimeMs > DRAFT_MS) rmSync(path, { force: true });
}

function locked(directory: string, holder: Rival, self: ProcessIdentity): BicameralError {
  const blind = holder.life !== "alive" && holder.host === self.host && self.startedAt === null;
  return new BicameralError(
    "STORE_LOCKED",
    `The store ${directory} is in use by process ${holder.pid} on ${holder.host}` +
      ` since ${holder.claimedAt}` +
      (holder.pidNamespace === null ? "." : ` (pid namespace ${holder.pidNamespace}).`) +
      (holder.life === "alive" && holder.pid === self.pid
        ? " That is this process itself: use the store that it opened, or close it first."
        : " Close it there first.") +
      (holder.life === "alive" ? "" : ` ${UNKNOWN}`) +
      (blind ? " This process may not look; Deno lets it with --allow-all." : ""),
  );
}

const UNKNOWN = "Whether that process still runs can't be told from here: if it is certainly gone" +
  " (a stopped container, say), open with `force: true` (--force); two live owners would lose memories.";
