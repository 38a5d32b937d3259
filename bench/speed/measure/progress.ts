import process from "node:process";

const started = performance.now();

/** Tells on standard error what is being done. */
export function say(text: string): void {
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stderr.write(`${String(seconds).padStart(5)} s  ${text}\n`);
}
