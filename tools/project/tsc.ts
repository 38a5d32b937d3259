/** The command that runs the TypeScript compiler of the project, under this runtime. */
export function tsc(...args: readonly string[]): [string, ...string[]] {
  return [process.execPath, "node_modules/typescript/bin/tsc", ...args];
}
