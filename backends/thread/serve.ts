import { parentPort } from "node:worker_threads";
import { type Call, type Reply, toWire } from "./channel.ts";

/** The methods that a thread answers, by name. */
export type Methods = Readonly<Record<string, (payload: never) => unknown>>;

/**
 * Answers the calls of the thread that started this one, one after the other: a
 * thread's work is synchronous at heart.
 *
 * @param urgent Methods whose calls go ahead of the others that wait. Calls of one kind keep their order.
 */
export function serve(methods: Methods, urgent: readonly string[] = []): void {
  if (parentPort === null) throw new TypeError("serve() runs in a worker thread only");
  const port = parentPort;
  const ahead: Call[] = [];
  const behind: Call[] = [];
  let busy = false;

  port.on("message", (call: Call) => {
    (urgent.includes(call.method) ? ahead : behind).push(call);
    if (!busy) void work();
  });

  async function work(): Promise<void> {
    busy = true;
    for (let call = await next(); call !== undefined; call = await next()) {
      port.postMessage(await answer(methods, call));
    }
    busy = false;
  }

  async function next(): Promise<Call | undefined> {
    // While a method blocked, calls came to the port: let them in before one that can wait.
    if (urgent.length > 0 && ahead.length === 0) await turn();
    return ahead.shift() ?? behind.shift();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function answer(methods: Methods, call: Call): Promise<Reply> {
  try {
    const method = methods[call.method];
    if (method === undefined) throw new TypeError(`No method ${call.method} in this thread`);
    return { id: call.id, value: await method(call.payload as never) };
  } catch (error) {
    return { id: call.id, error: toWire(error) };
  }
}
