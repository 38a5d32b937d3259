import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { versions } from "node:process";
import { startChild } from "./child.ts";

const folder = join(tmpdir(), `bicameral-permissions-${crypto.randomUUID()}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("permissions", () => {
  test.skipIf(versions.deno === undefined)(
    "createMemory() needs the permissions that the README names, and no others (needs Deno)",
    async () => {
      const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
      const [, named] = /^Deno needs `([^`]+)`/m.exec(readme) ?? [];
      const permissions = named?.split(" ") ?? [];
      expect(permissions.length).toBe(5);
      const child = startChild("testing/programs/use_library", [folder], { permissions });
      const { code, lines, errors } = await child.ended;
      expect(errors).toBe("");
      expect(lines).toEqual([
        "The ferry to the island leaves at nine.",
        "cpu",
        "STORE_LOCKED",
        "2",
      ]);
      expect(code).toBe(0);
    },
    60_000,
  );
});
