import { BicameralError, messageOf } from "../errors.ts";
import { type Dtype, DTYPES } from "./catalogue.ts";
import type { Pooling } from "./embedder.ts";

/** A BERT-like sentence model in ONNX: one that is known by name, of the hub, or in a folder. */
export interface ModelSpec {
  /**
   * A name of the catalogue (`bge-large-en-v1.5`), of the hub (`intfloat/e5-small-v2`), or
   * the path of a folder, which begins with `/`, `./`, `../`, `~` or a drive.
   */
  readonly model: string;
  /** Commit, tag or branch of the hub; a name of one's own for a folder. Default: `main`; a folder's: of its weights. */
  readonly revision?: string;
  /** Which weights; default: those that ship with the package, else `fp32`. */
  readonly dtype?: Dtype;
  /** Default: what the model's files say, else `mean`. */
  readonly pooling?: Pooling;
  /** Written before each text; default: what the model's files say, else nothing. */
  readonly prompts?: { readonly query?: string; readonly document?: string };
}

const POOLINGS: readonly string[] = ["mean", "cls"] satisfies Pooling[];
const KEYS = ["model", "revision", "dtype", "pooling", "prompts"];

/**
 * Checks what an option or a variable says: an object, one in JSON, or the model alone.
 *
 * @param name Of the option or variable, for the message.
 * @throws {BicameralError} `INVALID_CONFIG`.
 */
export function checkModelSpec(name: string, given: unknown): ModelSpec {
  const spec = typeof given === "string" ? parse(name, given) : given;
  if (!isObject(spec)) refuse(name, "is no model; wanted a name, a path, or an object");
  for (const key of Object.keys(spec)) {
    if (!KEYS.includes(key)) {
      refuse(name, `has an unknown key ${JSON.stringify(key)}; known are ${KEYS.join(", ")}`);
    }
  }
  text(name, "model", spec["model"]);
  if (spec["revision"] !== undefined) text(name, "revision", spec["revision"]);
  oneOf(name, "dtype", spec["dtype"], DTYPES);
  oneOf(name, "pooling", spec["pooling"], POOLINGS);
  const prompts = spec["prompts"] ?? {};
  if (!isObject(prompts)) refuse(name, "has prompts that are no object with query and document");
  for (const [key, prompt] of Object.entries(prompts)) {
    if (!["query", "document"].includes(key) || typeof prompt !== "string") {
      refuse(name, "has prompts that are no object with query and document");
    }
  }
  return spec as unknown as ModelSpec;
}

function parse(name: string, given: string): unknown {
  if (!given.trimStart().startsWith("{")) return { model: given };
  try {
    return JSON.parse(given);
  } catch (error) {
    refuse(name, `is no JSON (${messageOf(error)})`);
  }
}

function text(name: string, key: string, value: unknown): void {
  if (typeof value === "string" && value !== "") return;
  refuse(name, `wants a text for ${key}`);
}

function oneOf(name: string, key: string, value: unknown, allowed: readonly string[]): void {
  if (value === undefined || allowed.includes(value as string)) return;
  refuse(name, `has a ${key} of ${JSON.stringify(value)}; wanted one of ${allowed.join(", ")}`);
}

function refuse(name: string, what: string): never {
  throw new BicameralError("INVALID_CONFIG", `${name} ${what}.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
