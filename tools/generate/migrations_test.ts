import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrationsModule } from "./migrations.ts";

function generate(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "bicameral-migrations-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return migrationsModule(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("migrations", () => {
  test("migrationsModule() keeps every character of the SQL", async () => {
    const sql = "select E'\\n', '`', '${x}', '$1', $$body$$;\n";
    const module = generate({ "0001_first.sql": sql, "0002_next.sql": "select 2;" });
    const script = module.slice(module.indexOf("= [") + 2).replace(/;\n$/, "");
    const url = `data:text/javascript,export default ${encodeURIComponent(script)}`;
    const { default: found } = await import(url);
    expect(found.map(({ version, name, sql }: { version: number; name: string; sql: string }) => [
      version,
      name,
      sql,
    ])).toEqual([[1, "0001_first", sql], [2, "0002_next", "select 2;"]]);
    expect(found[0].sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test("migrationsModule() refuses gaps and doubles", () => {
    expect(() => generate({ "0002_a.sql": "" })).toThrow('wanted a name such as "0001_');
    expect(() => generate({ "0001_a.sql": "", "0001_b.sql": "" })).toThrow(
      "0001_b.sql is number 2",
    );
  });
});
