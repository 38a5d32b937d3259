/**
 * The command line.
 *
 * ```sh
 * bun run cli -- add "The deploy key is rotated on Fridays."
 * bun run cli -- search "When do we rotate the key?"
 * ```
 */

import process from "node:process";
import { processIo } from "./io.ts";
import { run } from "./run.ts";

const interrupt = new AbortController();
// Once: who presses it again need not wait for what is being put in order.
process.once("SIGINT", () => interrupt.abort());

// Everything was awaited by then; a terminal that is still being read is not waited for.
process.exit(await run(process.argv.slice(2), processIo(interrupt.signal)));
