/** The embedding thread, but each one dies of the document "deadly". */
import { parentPort } from "node:worker_threads";
import type { Call } from "../backends/thread/channel.ts";
import "../backends/inference/ort_thread.ts";

parentPort!.on("message", ({ method, payload }: Call) => {
  if (method === "document" && (payload as string[])[0] === "deadly") process.exit(3);
});
