import type { SourceFile } from "./source_file.ts";

/** A package.json, as far as the rules read it. */
export interface Manifest {
  readonly path: string;
  /** Versions of all direct dependencies, those for development and optional ones included. */
  readonly dependencies: Readonly<Record<string, string>>;
}

const KINDS = ["dependencies", "optionalDependencies", "devDependencies"] as const;

/** Reads every package.json of the project: its own and those of the bench and the examples. */
export function findManifests(files: readonly SourceFile[]): Manifest[] {
  return files.filter(({ path }) => /(?:^|\/)package\.json$/.test(path)).map(({ path, text }) => {
    const json = JSON.parse(text) as Partial<
      Record<(typeof KINDS)[number], Record<string, string>>
    >;
    return { path, dependencies: Object.assign({}, ...KINDS.map((kind) => json[kind])) };
  });
}
