/** Loads the template from a cache directory as a checkout does: built where it is not there. */
import { argv } from "node:process";
import { loadTemplate } from "../../backends/database/template.ts";

const [, , cacheDirectory] = argv;
console.log("loading");
const tar = await loadTemplate(cacheDirectory!, "no/package");
console.log(`loaded ${tar.length}`);
