import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const HEAD = `// Data: generated from migrations/*.sql by "bun run generate"; do not edit.

/** One step of the schema's history. */
export interface Migration {
  /** From 1, without gaps. */
  readonly version: number;
  /** The file's name, without its ending. */
  readonly name: string;
  /** Of the file, in hexadecimal: a step that was applied never changes. */
  readonly sha256: string;
  readonly sql: string;
}

/** All steps in order, for places with no file system. */
export const migrations: readonly Migration[] = [
`;

/** Writes the module that holds what the SQL files of `folder` hold. */
export function migrationsModule(folder: string): string {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql")).sort();
  return HEAD + names.map((name, index) => {
    const version = index + 1;
    if (!new RegExp(`^${String(version).padStart(4, "0")}_[a-z0-9_]+\\.sql$`).test(name)) {
      throw new RangeError(
        `Migration ${name} is number ${version} in order; wanted a name such as ` +
          `"${String(version).padStart(4, "0")}_what_it_adds.sql".`,
      );
    }
    return entry(version, name.replace(/\.sql$/, ""), readFileSync(join(folder, name), "utf8"));
  }).join("") + "];\n";
}

function entry(version: number, name: string, sql: string): string {
  const literal = sql.replace(/[\\`]|\$(?=\{)/g, "\\$&");
  return `  {
    version: ${version},
    name: "${name}",
    sha256: "${createHash("sha256").update(sql).digest("hex")}",
    sql: \`${literal}\`,
  },
`;
}
