import { fileURLToPath } from "node:url";

/** Where figures are written, and vectors kept from run to run. Ends in a slash. */
export const RESULTS: string = fileURLToPath(new URL("../results/", import.meta.url));
