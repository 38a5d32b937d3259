import { BGE_LARGE, MINILM } from "./embed/catalogue.ts";
import { checkModelSpec, type ModelSpec } from "./embed/model_spec.ts";
import { checkTextTemplate, DEFAULT_TEXT_TEMPLATE } from "./embed/turn_text.ts";
import { BicameralError } from "./errors.ts";
import { STRATEGIES, type Strategy } from "./fusion/strategies.ts";

/** Environment variables, wherever they come from. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What can be set about a store; each also has an environment variable. */
export interface Settings {
  /** A directory, or `memory://`. `BICAMERAL_DATA`; default: the user's data directory. */
  readonly dataDir: string;
  /** Namespace of calls that name none. `BICAMERAL_NAMESPACE`; default `default`. */
  readonly namespace: string;
  /** What an acknowledged write survives. `BICAMERAL_DURABILITY`; default `strict`. */
  readonly durability: (typeof DURABILITIES)[number];
  /** Which spaces writes and searches go to. `EMBEDDING_MODE` or `MEMINI_MODE`; default `auto`. */
  readonly mode: Mode;
  /** Whether memories may be elevated in auto mode. `ELEVATE_ENABLED`; default true. */
  readonly elevateEnabled: boolean;
  /** Elevate by itself what is trusted this far. `BICAMERAL_ELEVATE_TRUST`; default: nothing. */
  readonly elevateTrust: number | null;
  /** Elevate by itself what was used so often. `BICAMERAL_ELEVATE_USES`; default: nothing. */
  readonly elevateUses: number | null;
  /** How ranked lists become one. `BICAMERAL_FUSION`; default `weighted`. */
  readonly fusion: Strategy;
  /**
   * Whose stems and stop words full-text search goes by: a text configuration of Postgres,
   * `simple` for none. `BICAMERAL_LANGUAGE`; default `english`.
   */
  readonly language: string;
  /** Fills the small space; 384 dimensions. `BICAMERAL_SMALL_MODEL`; default: the bundled all-MiniLM-L6-v2. */
  readonly small: ModelSpec;
  /** Fills the large space; 1024 dimensions. `BICAMERAL_LARGE_MODEL`; default: BGE-large-en-v1.5. */
  readonly large: ModelSpec;
  /**
   * What models run on. `auto`: the small one on the CPU, the large one on the first
   * that works of CUDA, WebGPU and CPU; WASM where the native addon has no build. `BICAMERAL_DEVICE`.
   */
  readonly device: DeviceChoice;
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

/** All modes; each is a word of `EMBEDDING_MODE`. */
export const MODES = ["auto", "cpu", "gpu"] as const;
/** Which spaces writes and searches go to; see {@linkcode MODES}. */
export type Mode = (typeof MODES)[number];

/** A text configuration of Postgres, which stems words and leaves out stop words. */
const LANGUAGE = /^[a-z_]{1,63}$/;

/** What may be asked to run models. */
export const DEVICES = ["auto", "cuda", "webgpu", "cpu", "wasm"] as const;
/** What models are to run on. */
export type DeviceChoice = (typeof DEVICES)[number];

/** What an acknowledged write may be asked to survive. */
export const DURABILITIES = ["strict", "process", "relaxed"] as const;

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
      .oneOf(DURABILITIES, "strict"),
    mode: resolveMode(options.mode, environment),
    elevateEnabled: read("elevateEnabled", "ELEVATE_ENABLED").flag(true),
    elevateTrust: read("elevateTrust", "BICAMERAL_ELEVATE_TRUST").share(null),
    elevateUses: read("elevateUses", "BICAMERAL_ELEVATE_USES").count(1, 1_000_000, null),
    fusion: read("fusion", "BICAMERAL_FUSION").oneOf(STRATEGIES, "weighted"),
    language: read("language", "BICAMERAL_LANGUAGE").text("english"),
    small: read("small", "BICAMERAL_SMALL_MODEL").model({ model: MINILM.id }),
    large: read("large", "BICAMERAL_LARGE_MODEL").model({ model: BGE_LARGE.id }),
    device: read("device", "BICAMERAL_DEVICE").oneOf(DEVICES, "auto"),
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
  if (!LANGUAGE.test(settings.language)) {
    throw new BicameralError(
      "INVALID_CONFIG",
      `language is ${JSON.stringify(settings.language)}; wanted a name such as english or simple.`,
    );
  }
  return settings;
}

/** The mode has two variables, of which the second is an alias. */
function resolveMode(option: Mode | undefined, environment: Environment): Mode {
  const [mode, alias] = ["EMBEDDING_MODE", "MEMINI_MODE"].map((name) => environment[name] || null);
  if (mode && alias && mode !== alias && option === undefined) {
    throw new BicameralError(
      "INVALID_CONFIG",
      `EMBEDDING_MODE is ${JSON.stringify(mode)} and MEMINI_MODE is ${JSON.stringify(alias)};` +
        " they mean the same and must agree, or one be left out.",
    );
  }
  const variable = mode || !alias ? "EMBEDDING_MODE" : "MEMINI_MODE";
  return new Setting("mode", variable, option, environment[variable]).oneOf(MODES, "auto");
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

  model(fallback: ModelSpec): ModelSpec {
    return this.#given === undefined ? fallback : checkModelSpec(this.#name, this.#given);
  }

  flag(fallback: boolean): boolean {
    const value = typeof this.#given === "string" ? this.#given.toLowerCase() : this.#given;
    if (value === undefined) return fallback;
    if (value === true || value === "true" || value === "1") return true;
    if (value === false || value === "false" || value === "0") return false;
    return this.#refuse("true or false");
  }

  share<T extends number | null>(fallback: T): number | T {
    if (this.#given === undefined) return fallback;
    const number = typeof this.#given === "string" ? Number(this.#given) : this.#given;
    if (typeof number === "number" && number >= 0 && number <= 1) return number;
    return this.#refuse("a number from 0 to 1");
  }

  #refuse(wanted: string): never {
    const given = JSON.stringify(this.#given) ?? String(this.#given);
    throw new BicameralError("INVALID_CONFIG", `${this.#name} is ${given}; wanted ${wanted}.`);
  }
}
