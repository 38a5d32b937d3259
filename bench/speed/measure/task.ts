import process from "node:process";

/**
 * The other end of {@linkcode runFresh}: reads the input, does the task, writes
 * what came of it as the last line of standard output, and ends the process.
 */
export async function task<I, O>(run: (input: I) => Promise<O>): Promise<void> {
  let input = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) input += chunk;
  const output = await run(JSON.parse(input));
  process.stdout.write(`\n${JSON.stringify(output)}\n`, () => process.exit(0));
}
