import { fileURLToPath } from "node:url";

/** The model that ships with the package, as a folder's name. */
const BUNDLED = "all-MiniLM-L6-v2/";

/**
 * The folder of the bundled model, as a path. `models/` lies at the root of the
 * checkout and of the package alike, but the package's code is one level deeper,
 * under `dist/`.
 */
export function bundledModelFolder(): string {
  const root = import.meta.url.endsWith(".ts") ? "../../" : "../../../";
  return fileURLToPath(new URL(`${root}models/${BUNDLED}`, import.meta.url));
}
