// What a user of the packed package does first, in plain JavaScript; `bun tools/check.ts node`
// runs it in a project that has nothing but the package.
import { createMemory } from "bicameral";
import assert from "node:assert/strict";
import { test } from "node:test";

test("createMemory() remembers and finds, from the packed package", async () => {
  const memory = await createMemory({ dataDir: "memory://" });
  try {
    const { id } = await memory.add({ text: "The ferry to the island leaves at nine." });
    await memory.add({ text: "Tomatoes want more sun than basil does." });
    const { hits: [best] } = await memory.search("When does the boat depart?", { k: 2 });
    assert.equal(best.id, id);
  } finally {
    await memory.close();
  }
});
