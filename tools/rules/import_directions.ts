import { posix } from "node:path";
import { type Import, packageOf } from "../project/imports.ts";
import { isTest, type SourceFile } from "../project/source_file.ts";
import type { Finding, Rule } from "../rules.ts";

/** What the files of an area may import besides their own area. Folders stand for all in them. */
interface Area {
  readonly files: readonly string[];
  /** Only by `import type`. */
  readonly types?: readonly string[];
  /** `@scope` stands for all of its packages. */
  readonly packages?: readonly string[];
}

const PURE = ["src/fusion", "src/spaces", "src/text"];
const PORTS = ["src/config.ts", "src/database.ts", "src/embed/embedder.ts", "src/errors.ts"];

const pure: Area = { files: ["src/errors.ts"] };

/** The engine in layers: each calls those before it, and knows others by type alone. */
function engine(...below: string[]): Area {
  return { files: [...PURE, ...PORTS, ...below], types: ENGINE };
}
const ENGINE = ["src/embed", "src/ensemble", "src/extract", "src/memory", "src/retrieve"];

function backend(...packages: string[]): Area {
  return { files: ["src", "backends/thread", "wasm", "migrations"], packages };
}

/** Who may import whom. The longest name that a path starts with is its area. */
const areas: Readonly<Record<string, Area>> = {
  "mod.ts": { files: ["src", "backends", "migrations", "wasm"] },
  "src": { files: [...PURE, ...PORTS, "src/embed"], types: ["src"] },
  "src/evaluate": pure,
  "src/fusion": pure,
  "src/spaces": pure,
  "src/text": pure,
  "src/embed": engine(),
  "src/retrieve": engine("src/embed"),
  "src/memory": engine("src/embed", "src/retrieve"),
  "src/ensemble": engine("src/memory"),
  "src/extract": engine("src/memory"),
  "src/serve": {
    files: ["src/memory", "src/ensemble", ...PORTS],
    packages: ["elysia", "@modelcontextprotocol"],
  },
  // The presets: files that join backends for one runtime.
  "backends": { files: ["src", "backends", "wasm", "migrations"] },
  "backends/cli": { files: ["src", "backends", "wasm", "migrations", "mod.ts"] },
  "backends/database": backend("@electric-sql", "nanotar", "pg"),
  "backends/files": backend(),
  "backends/http": backend(),
  "backends/inference": backend(
    "@huggingface/tokenizers",
    "onnxruntime-common",
    "onnxruntime-node",
    "onnxruntime-web",
  ),
  "backends/models": backend("undici"),
  "backends/thread": { files: ["src"] },
  "migrations": { files: ["src"] },
  "wasm": {
    files: ["src"],
    packages: ["@electric-sql", "@huggingface/tokenizers", "onnxruntime-web"],
  },
};

/** Areas that may import anything but the bench: they are no part of the package. */
const OUTSIDE = /^(?:tools|testing|examples)\//;

/** Keeps the arrows of ARCHITECTURE.md: the core knows no engine, no engine knows another. */
export const importDirections: Rule = {
  name: "import-directions",
  check: (files) => files.flatMap((file) => file.imports.flatMap((item) => judge(file, item))),
};

function judge({ path }: SourceFile, item: Import): Finding[] {
  const target = item.specifier.startsWith(".")
    ? posix.join(posix.dirname(path), item.specifier)
    : item.specifier === "bicameral"
    ? "mod.ts"
    : null;
  const message = target === null ? judgePackage(path, item) : judgeFile(path, target, item);
  return message === null ? [] : [{ path, line: item.line, message }];
}

function judgeFile(path: string, target: string, { typeOnly }: Import): string | null {
  if (path.startsWith("bench/")) return null;
  if (target.startsWith("bench/")) return `nothing imports the bench, found ${target}`;
  if (isTest(path) || OUTSIDE.test(path)) return null;
  if (isTest(target)) return `only tests import tests, found ${target}`;
  const name = areaOf(path);
  if (name === null) return `no area of import_directions.ts holds this file; add one for it`;
  const area = areas[name]!;
  if (areaOf(target) === name || within(target, area.files)) return null;
  if (within(target, area.types ?? [])) {
    return typeOnly ? null : `${name} may import ${target} by "import type" only`;
  }
  return `${name} may not import ${target}; it may import ${area.files.join(", ")}`;
}

function judgePackage(path: string, { specifier }: Import): string | null {
  const name = packageOf(specifier);
  if (name === null || isTest(path) || OUTSIDE.test(path) || path.startsWith("bench/")) return null;
  const area = areaOf(path);
  if (area === null) return `no area of import_directions.ts holds this file; add one for it`;
  const packages = areas[area]!.packages ?? [];
  if (packages.some((allowed) => name === allowed || name.startsWith(`${allowed}/`))) return null;
  return `${area} may not import the package ${name}` +
    (packages.length === 0 ? "" : `; it may import ${packages.join(", ")}`);
}

function areaOf(path: string): string | null {
  return Object.keys(areas).filter((name) => within(path, [name]))
    .sort((a, b) => b.length - a.length)[0] ?? null;
}

function within(path: string, places: readonly string[]): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}/`));
}
