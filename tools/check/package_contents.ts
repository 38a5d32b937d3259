/** The part of package.json that points into the package. */
export interface Pointers {
  readonly exports?: unknown;
  readonly bin?: unknown;
}

/** What is missing from a package that holds `files`, and what does not belong there. */
export function findProblems(manifest: Pointers, files: readonly string[]): string[] {
  return [
    ...[...targets(manifest.exports), ...targets(manifest.bin)]
      .filter((path) => !files.includes(path))
      .map((path) => `package.json points to ${path}, which is not in the package`),
    ...files.filter((path) => /_(?:test|contract)\.|\/fixtures\/|(?<!\.d)\.ts$/.test(path))
      .map((path) => `${path} is in the package and should not be`),
  ];
}

/** All paths in a nest of export conditions, as `npm pack` lists them. */
function targets(conditions: unknown): string[] {
  if (typeof conditions === "string") return [conditions.replace(/^\.\//, "")];
  return Object.values(conditions ?? {}).flatMap(targets);
}
