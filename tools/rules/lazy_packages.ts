import { packageOf } from "../project/imports.ts";
import { isTest } from "../project/source_file.ts";
import type { Rule } from "../rules.ts";

const HEAVY = /^(?:onnxruntime-node|onnxruntime-web|pg|elysia|@modelcontextprotocol\/.*)$/;

/** Files that are no part of the package, and may load what they like. */
const OUTSIDE = /^(?:bench|examples|tools)\//;

/**
 * Heavy packages are loaded by `import()` when first needed: who does not use
 * them neither pays for them nor has to install them.
 */
export const lazyPackages: Rule = {
  name: "lazy-packages",
  check: (files) =>
    files.filter(({ path }) => !isTest(path) && !OUTSIDE.test(path)).flatMap(({ path, imports }) =>
      imports.filter(({ specifier, dynamic, typeOnly }) =>
        !dynamic && !typeOnly && HEAVY.test(packageOf(specifier) ?? "")
      ).map(({ specifier, line }) => ({
        path,
        line,
        message: `${specifier} is loaded when first needed: wanted import() or "import type"`,
      }))
    ),
};
