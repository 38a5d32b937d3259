import { checkTextTemplate, DEFAULT_TEXT_TEMPLATE } from "./embed/turn_text.ts";
import { BicameralError } from "./errors.ts";

/** Environment variables, wherever they come from. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What can be set about a store; each also has an environment variable. */
export interface Settings {
  /** A directory, or `memory://`. `BICAMERAL_DATA`; default: the user's data directory. */
  readonly dataDir: string;
  /** Namespace of calls that name none. `BICAMERAL_NAMESPACE`; default `default`. */
  readonly namespace: string;
  /** What an acknowledged write survives. `BICAMERAL_DURABILITY`; default `strict`. */
  readonly durability: "strict" | "process" | "relaxed";
  /** Which onnxruntime runs models. `BICAMERAL_BACKEND`; default `auto`. */
  readonly backend: "auto" | "native" | "wasm";
  /** Inference threads. `BICAMERAL_THREADS`; default: one a core, at most 8. */
  readonly threads: number | null;
  /** Longest text of a memory, in UTF-8 bytes. `BICAMERAL_MAX_TEXT_BYTES`; default 102,400. */
  readonly maxTextBytes: number;
  /** Namespaces up to this size are searched exactly. `BICAMERAL_EXACT_BELOW`; default 5,000. */
  readonly exactBelow: number;
  /** How speaker and date are embedded. `BICAMERAL_TEXT_TEMPLATE`; part of the space. */
  readonly textTemplate: string;
  /** Where a checkout keeps the database template. `BICAMERAL_CACHE`; default: the user's cache directory. */
  readonly cacheDir: string;
}

/** A store that is gone when it is closed. */
export const MEMORY = "memory://";

/** Directories that depend on the platform. */
export interface Defaults {
  readonly dataDir: string;
  readonly cacheDir: string;
}

/**
 * Settles every setting: option, then environment, then default.
 *
 * @throws {BicameralError} `INVALID_CONFIG`, naming the option or variable and what is allowed.
 */
export function resolveSettings(
  options: Partial<Settings>,
  environment: Environment,
  defaults: Defaults,
): Settings {
  const read = (option: keyof Settings, variable: string) =>
    new Setting(option, variable, options[option] ?? undefined, environment[variable]);
  const settings = {
    dataDir: read("dataDir", "BICAMERAL_DATA").text(defaults.dataDir),
    namespace: read("namespace", "BICAMERAL_NAMESPACE").text("default"),
    durability: read("durability", "BICAMERAL_DURABILITY")
      .oneOf(["strict", "process", "relaxed"], "strict"),
    backend: read("backend", "BICAMERAL_BACKEND").oneOf(["auto", "native", "wasm"], "auto"),
    threads: read("threads", "BICAMERAL_THREADS").count(1, 256, null),
    maxTextBytes: read("maxTextBytes", "BICAMERAL_MAX_TEXT_BYTES").count(1, 10_000_000, 102_400),
    exactBelow: read("exactBelow", "BICAMERAL_EXACT_BELOW").count(0, 10_000_000, 5_000),
    textTemplate: read("textTemplate", "BICAMERAL_TEXT_TEMPLATE").text(DEFAULT_TEXT_TEMPLATE),
    cacheDir: read("cacheDir", "BICAMERAL_CACHE").text(defaults.cacheDir),
  };
  if (/^\w+:\/\//.test(settings.dataDir) && settings.dataDir !== MEMORY) {
    throw new BicameralError(
      "INVALID_CONFIG",
      `dataDir is ${JSON.stringify(settings.dataDir)}; wanted a directory or ${MEMORY}.`,
    );
  }
  checkTextTemplate(settings.textTemplate);
  return settings;
}

/** One setting: its name in both worlds and what was given. */
class Setting {
  readonly #given: unknown;
  readonly #name: string;

  constructor(
    option: string,
    variable: string,
    value: unknown,
    fromEnvironment: string | undefined,
  ) {
    // An empty variable is how shells unset one.
    const set = value === undefined && fromEnvironment !== undefined && fromEnvironment !== "";
    this.#given = set ? fromEnvironment : value;
    this.#name = set ? variable : option;
  }

  text(fallback: string): string {
    if (this.#given === undefined) return fallback;
    if (typeof this.#given !== "string" || this.#given === "") this.#refuse("a text");
    return this.#given;
  }

  oneOf<T extends string>(allowed: readonly T[], fallback: T): T {
    if (this.#given === undefined) return fallback;
    return allowed.find((value) => value === this.#given) ??
      this.#refuse(`one of ${allowed.join(", ")}`);
  }

  count<T extends number | null>(min: number, max: number, fallback: T): number | T {
    if (this.#given === undefined) return fallback;
    const number = typeof this.#given === "string" ? Number(this.#given) : this.#given;
    if (Number.isInteger(number) && (number as number) >= min && (number as number) <= max) {
      return number as number;
    }
    return this.#refuse(`a whole number from ${min} to ${max}`);
  }

  #refuse(wanted: string): never {
    const given = JSON.stringify(this.#given) ?? String(this.#given);
    throw new BicameralError("INVALID_CONFIG", `${this.#name} is ${given}; wanted ${wanted}.`);
  }
}
