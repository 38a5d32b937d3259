/** Opens a store, adds a memory, and comes to its end without closing. */
import { argv } from "node:process";
import { createMemory } from "../../mod.ts";
import { fakeEmbedder } from "../fake_embedder.ts";

const [, , dataDir, cacheDir, text] = argv;
const memory = await createMemory({
  dataDir: dataDir!,
  cacheDir: cacheDir!,
  small: fakeEmbedder(),
});
await memory.add({ text: text! });
const { memories } = await memory.status();
console.log(`memories: ${memories}`);
