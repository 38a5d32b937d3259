/** Elevates memories, one and several in turn, until it is killed; a line for each that was acknowledged. */
import { argv } from "node:process";
import { createMemory } from "../../mod.ts";
import { fakeEmbedder, fakeLarge } from "../fake_embedder.ts";
import { CACHE } from "../stores.ts";

const [, , dataDir, run] = argv;
const memory = await createMemory({
  dataDir: dataDir!,
  durability: "process",
  cacheDir: CACHE,
  small: fakeEmbedder(),
  large: fakeLarge(),
});
const added = await memory.addMany(
  Array.from({ length: 400 }, (_, n) => ({ text: `Note ${n} of run ${run}.` })),
);
const ids = added.map((one) => one!.id);
console.log("ready");
while (ids.length > 0) {
  const { memoryId } = await memory.elevate(ids.shift()!);
  const several = await memory.elevate(ids.splice(0, 7));
  console.log([memoryId, ...several.map((one) => one.memoryId)].join("\n"));
}
setInterval(() => {}, 1000);
