import process from "node:process";

const tasks = new Set<() => void>();
let listening = false;

/** Has `task` run, to its end and at once, where the process ends by itself. */
export function atExit(task: () => void): void {
  // One listener for all: from the eleventh on, Node warns of a leak.
  if (!listening) process.on("exit", () => tasks.forEach((run) => run()));
  listening = true;
  tasks.add(task);
}

/** Takes back {@linkcode atExit}. */
export function notAtExit(task: () => void): void {
  tasks.delete(task);
}
