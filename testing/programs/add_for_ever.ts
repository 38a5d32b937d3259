/**
 * Adds memories until it is killed, one and many in turn; a line for each that was
 * acknowledged. After so many rounds of 40, if told, it does nothing more.
 */
import { argv } from "node:process";
import { createMemory, type MemoryOptions, type NewMemory } from "../../mod.ts";
import { fakeEmbedder } from "../fake_embedder.ts";
import { CACHE } from "../stores.ts";

const [, , dataDir, durability, run, rounds = "Infinity"] = argv;
const memory = await createMemory({
  dataDir: dataDir!,
  durability: durability as MemoryOptions["durability"] & string,
  cacheDir: CACHE,
  small: fakeEmbedder(),
});
console.log("ready");
for (let n = 0; n < 40 * Number(rounds); n += 40) {
  for (const { id } of await Promise.all([note(n), note(n + 1)].map((one) => memory.add(one)))) {
    console.log(id);
  }
  const many = Array.from({ length: 38 }, (_, i) => note(n + 2 + i));
  const added = await memory.addMany(many);
  console.log(added.map((one) => one!.id).join("\n"));
}
setInterval(() => {}, 1000);

function note(n: number): NewMemory {
  return { text: `Note ${n} of run ${run} says that the river rose.`, metadata: { n } };
}
