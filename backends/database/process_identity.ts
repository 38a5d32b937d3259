import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import process from "node:process";

/** Which process on which machine, told apart from a later one with the same number. */
export interface ProcessIdentity {
  /** Host name, and the machine's own id where it has one. */
  readonly host: string;
  /** Start of the operating system; a process does not outlive it. Null where it can't be told. */
  readonly boot: string | null;
  /** Kernel's pid namespace: a pid means nothing outside its own. Null where there are none. */
  readonly pidNamespace: string | null;
  readonly pid: number;
  /** When the process began, in the system's own form. Null where it can't be told. */
  readonly startedAt: string | null;
}

/** Between the host's name and the machine's id. */
const MACHINE = "/";

/**
 * This process. Deno without `--allow-all` may not look at `/proc`: then the
 * fields that come from there are null, and what holds a lock is unknown.
 */
export function currentProcess(): ProcessIdentity {
  const machine = attempt(() => readFileSync("/etc/machine-id", "utf8").trim());
  return {
    host: machine ? `${hostname()}${MACHINE}${machine.slice(0, 12)}` : hostname(),
    boot: attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    pidNamespace: attempt(() => readlinkSync("/proc/self/ns/pid")),
    pid: process.pid,
    startedAt: startOf(process.pid),
  };
}

/** Whether a process runs, as far as can be told from here. */
export type Life = "alive" | "dead" | "unknown";

/**
 * Whether `other` still runs. `unknown` on another host, in another pid namespace,
 * and where the system will not tell.
 */
export function lifeOf(other: ProcessIdentity, self: ProcessIdentity): Life {
  if (other.host !== self.host || other.pidNamespace !== self.pidNamespace) return "unknown";
  if (other.boot !== self.boot) {
    // A machine that was started again, if it is the same one: containers on several
    // machines may go by one name.
    const sure = other.boot !== null && self.boot !== null && self.host.includes(MACHINE);
    return sure ? "dead" : "unknown";
  }
  if (!pidExists(other.pid)) return "dead";
  const startedAt = startOf(other.pid);
  if (startedAt === null || other.startedAt === null) return "unknown";
  return startedAt === other.startedAt ? "alive" : "dead";
}

function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== "ESRCH";
  }
}

function startOf(pid: number): string | null {
  if (process.platform === "linux") {
    // Field 22 of proc_pid_stat(5), in clock ticks since boot. The second field is
    // the program's name in parentheses and may hold anything.
    return attempt(() => {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
    });
  }
  if (process.platform === "win32") return null;
  return attempt(() => {
    // Written in the language and time zone of whoever asks, unless told.
    const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env })
      .trim();
  });
}

function attempt(read: () => string | null): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
