import { parseArgs } from "node:util";
import { UsageError } from "./failure.ts";
import { didYouMean } from "./nearest.ts";
import { dashed, type OptionSpecs } from "./options.ts";
import { counted } from "./words.ts";

/** A command's words and options, checked against what it takes. */
export class Arguments {
  /** What is no option, in order. */
  readonly words: readonly string[];
  readonly #specs: OptionSpecs;
  readonly #values: ReadonlyMap<string, string | true>;

  /** @throws {UsageError} for an option that is unknown, or lacks or has a value. */
  constructor(argv: readonly string[], specs: OptionSpecs) {
    const words: string[] = [];
    const values = new Map<string, string | true>();
    for (const token of tokenize(argv, specs)) {
      if (token.kind === "positional") words.push(token.value);
      if (token.kind === "option") values.set(token.name, valueOf(token, specs));
    }
    this.words = words;
    this.#specs = specs;
    this.#values = values;
  }

  /** An option's value. */
  text(name: string): string | undefined {
    const value = this.#get(name);
    return value === true ? undefined : value;
  }

  /** Whether a switch is there. */
  flag(name: string): boolean {
    return this.#get(name) === true;
  }

  number(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const number = text.trim() === "" ? NaN : Number(text);
    if (Number.isNaN(number)) this.#refuse(name, "a number");
    return number;
  }

  /** A JSON object. */
  object(name: string): Record<string, unknown> | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === "object" && value !== null && !Array.isArray(value)) {
        return value as Record<string, unknown>;
      }
    } catch {
      // Said below.
    }
    return this.#refuse(name, `a JSON object, such as '{"topic": "travel"}'`);
  }

  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    return choices.find((choice) => choice === text) ??
      this.#refuse(name, `one of ${choices.join(", ")}`);
  }

  /** The words, when there are as many as the names. */
  exactly<const Names extends readonly string[]>(
    ...names: Names
  ): { readonly [K in keyof Names]: string } {
    const found = this.words.length;
    if (found !== names.length) {
      const wanted = names.join(" ") || "no words";
      throw new UsageError(
        `Wanted ${wanted}, found ${found === 0 ? "nothing" : counted(found, "word")}.`,
      );
    }
    return this.words as unknown as { readonly [K in keyof Names]: string };
  }

  #get(name: string): string | true | undefined {
    if (!Object.hasOwn(this.#specs, name)) throw new TypeError(`No option is called ${name}`);
    return this.#values.get(name);
  }

  #refuse(name: string, wanted: string): never {
    throw new UsageError(
      `${dashed(name)} is ${JSON.stringify(this.text(name))}; wanted ${wanted}.`,
    );
  }
}

/** Takes the command out of the arguments: their first word, which options of all may precede. */
export function takeCommand(
  argv: readonly string[],
  specs: OptionSpecs,
): { name: string | null; rest: readonly string[] } {
  const word = tokenize(argv, specs).find(({ kind }) => kind === "positional");
  if (word?.kind !== "positional") return { name: null, rest: argv };
  return { name: word.value, rest: argv.toSpliced(word.index, 1) };
}

type Token = ReturnType<typeof tokenize>[number];
type OptionToken = Extract<Token, { kind: "option" }>;

/** Not `strict`: the runtimes word their refusals differently, and none makes a suggestion. */
function tokenize(argv: readonly string[], specs: OptionSpecs) {
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, { short = name, value }]) => [name, {
      type: value === undefined ? "boolean" as const : "string" as const,
      ...(short.length === 1 && { short }),
    }]),
  );
  return parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}

function valueOf(
  { name, rawName, value, inlineValue }: OptionToken,
  specs: OptionSpecs,
): string | true {
  if (!Object.hasOwn(specs, name)) {
    throw new UsageError(
      `There is no option ${rawName}.${didYouMean(rawName, Object.keys(specs).map(dashed))}`,
    );
  }
  const wanted = specs[name]!.value;
  if (wanted === undefined) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    return true;
  }
  if (value === undefined) throw new UsageError(`${rawName} wants a value: ${rawName} ${wanted}.`);
  if (!inlineValue && /^-./.test(value)) {
    throw new UsageError(
      `${rawName} wants a value, found ${value}; one that begins with a dash is written` +
        ` ${dashed(name)}=${value}.`,
    );
  }
  return value;
}
