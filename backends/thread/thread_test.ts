import { describe, expect, test } from "bun:test";
import { Worker } from "node:worker_threads";
import type { Call } from "./channel.ts";
import { Thread } from "./thread.ts";

const module = new URL("../../testing/frail_thread", import.meta.url);

describe("Thread", () => {
  test("Thread tells of its end after the answers that came with it, before calls reject", async () => {
    const heard: string[] = [];
    const thread = new Thread(module, null, () => heard.push("end"));
    const { worker, ids } = workerOf(() => {
      for (const name of ["answered", "lost"]) {
        thread.call("nothing", null).then(
          () => heard.push(name),
          () => heard.push(`${name} rejects`),
        );
      }
    });
    // What Node does where the two arrive in one turn, which it leaves to chance.
    worker.emit("message", { id: ids[0], value: 1 });
    worker.emit("exit", 3);
    await new Promise((resolve) => setTimeout(resolve));
    expect(heard).toEqual(["answered", "end", "lost rejects"]);
    await expect(thread.call("nothing", null)).rejects.toThrow("ended with code 3");
    await thread.stop(new Error("over"));
  });
});

/** The worker to which `act` posts, and the calls' ids; none of them reaches it. */
function workerOf(act: () => void): { worker: Worker; ids: number[] } {
  const { postMessage } = Worker.prototype;
  const workers: Worker[] = [];
  const ids: number[] = [];
  Worker.prototype.postMessage = function (this: Worker, { id }: Call) {
    workers.push(this);
    ids.push(id);
  };
  act();
  Worker.prototype.postMessage = postMessage;
  return { worker: workers[0]!, ids };
}
