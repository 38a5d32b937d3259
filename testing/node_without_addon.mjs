// The packed package where onnxruntime-node is missing: `bun tools/check.ts node` runs it there.
import { createMemory } from "bicameral";
import assert from "node:assert/strict";
import { test } from "node:test";

test("createMemory() runs on WASM where the native addon is missing, and says why", async () => {
  const memory = await createMemory({ dataDir: "memory://" });
  try {
    const { id } = await memory.add({ text: "The ferry to the island leaves at nine." });
    await memory.add({ text: "Tomatoes want more sun than basil does." });
    const { hits } = await memory.search("When does the boat depart?");
    assert.equal(hits[0].id, id);
    const [small] = (await memory.status()).spaces;
    assert.equal(small.device, "wasm");
    assert.match(small.notes.join(" "), /onnxruntime-node will not load .*install it/);
  } finally {
    await memory.close();
  }
});

test("createMemory() on the CPU alone says what to install", async () => {
  const memory = await createMemory({ dataDir: "memory://", device: "cpu" });
  try {
    assert.equal((await memory.add({ text: "Kept all the same." })).pending, true);
    const { hits, retrievers } = await memory.search("kept");
    assert.equal(hits.length, 1);
    assert.match(retrievers.dense384.leftOut, /onnxruntime-node will not load .*install it/);
    await assert.rejects(memory.search("kept", { retrievers: ["dense384"] }), {
      code: "EMBEDDING_FAILED",
      message: /onnxruntime-node will not load .*install it/,
    });
  } finally {
    await memory.close();
  }
});
