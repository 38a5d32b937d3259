import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** A task that hangs must not hang the bench. */
const TIMEOUT_MS = 15 * 60_000;

/**
 * Runs a task in a process of its own, so that nothing is warm which a user's
 * process would not have warm.
 *
 * @param name A file of `tasks/`, without its ending.
 */
export async function runFresh<I, O>(name: string, input: I): Promise<O> {
  const file = fileURLToPath(new URL(`../tasks/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "inherit"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  try {
    const closed = once(child, "close");
    child.stdin.end(JSON.stringify(input));
    let output = "";
    for await (const chunk of child.stdout.setEncoding("utf8")) output += chunk;
    const [code, signal] = await closed;
    if (code !== 0) {
      throw new Error(
        `The task ${name} ended with ${signal ?? `code ${code}`}`,
      );
    }
    return JSON.parse(output.trimEnd().split("\n").at(-1) as string);
  } finally {
    clearTimeout(timer);
    process.off("exit", end);
  }
}
