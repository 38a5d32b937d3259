/** The embedding thread, but each one dies at its twentieth document. */
import { parentPort } from "node:worker_threads";
import type { Call } from "../backends/thread/channel.ts";
import "../backends/inference/ort_thread.ts";

let documents = 0;

parentPort!.on("message", ({ method }: Call) => {
  if (method === "document" && ++documents === 20) process.exit(3);
});
