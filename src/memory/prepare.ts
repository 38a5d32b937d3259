import { type Turn, turnText } from "../embed/turn_text.ts";
import { type CountTokens, maxTokenCount, splitByTokens } from "../text/token_windows.ts";
import { contentHash, documentIdOf } from "./content_hash.ts";
import { rethrowIfOver } from "../errors.ts";
import type { Engine } from "./engine.ts";
import type { CheckedMemory } from "./input.ts";

/** A memory on its way into the store, as the rows that it becomes. */
export interface PreparedMemory {
  readonly memory: CheckedMemory;
  /** One, or the parts of a text that was split, in order. */
  readonly rows: readonly PreparedRow[];
  /** Set when the text was split here. */
  readonly documentId: string | null;
}

/** One row to be. */
export interface PreparedRow {
  readonly memory: CheckedMemory;
  readonly text: string;
  readonly id: string;
  readonly hash: string;
  readonly documentId: string | null;
  readonly part: number | null;
}

/** Word pieces of its own text that a part has at least, should a template leave no room for it. */
const MIN_ROOM = 16;

/** `[CLS]` and `[SEP]`. */
const SPECIAL_TOKENS = 2;

/** Gives a memory its id and content hash; splits a text that does not fit the small model's window. */
export async function prepare(
  engine: Engine,
  memory: CheckedMemory,
  signal?: AbortSignal,
): Promise<PreparedMemory> {
  const { text, documentId: given, part } = memory;
  const hash = await contentHash(memory);
  // What is a part already is not split again.
  const texts = part === null ? await splitToWindow(engine, memory, signal) : [text];
  if (texts.length === 1) {
    const row = { memory, text, id: engine.newId(), hash, documentId: given, part };
    return { memory, rows: [row], documentId: null };
  }
  const documentId = documentIdOf(hash);
  const rows = await Promise.all(texts.map(async (text, part) => ({
    memory,
    text,
    id: engine.newId(),
    hash: await contentHash({ ...memory, text, documentId, part }),
    documentId,
    part,
  })));
  return { memory, rows, documentId };
}

/**
 * Word pieces of a turn, speaker and date included, and how many the small model's window
 * holds. Where an upper bound settles that it fits, the bound is what is returned.
 */
export async function measure(
  engine: Engine,
  turn: Turn,
  count: CountTokens,
): Promise<{ tokens: number; window: number }> {
  const text = embeddedText(engine, turn, turn.text);
  const window = engine.spaces.small.embedder.source.maxTokens - SPECIAL_TOKENS;
  const bound = maxTokenCount(text);
  if (bound <= window) return { tokens: bound, window };
  const [tokens] = await count([text]);
  return { tokens: tokens as number, window };
}

/** What is embedded of a text: with its speaker and date. */
export function embeddedText(
  engine: Engine,
  turn: Pick<Turn, "speaker" | "occurredAt">,
  text: string,
): string {
  return turnText(engine.spaces.home.space.textTemplate, { ...turn, text });
}

/** Counts with the small model's tokeniser; by the upper bound where that model is absent. */
export function tokenCounter(engine: Engine, signal?: AbortSignal): CountTokens {
  return async (texts) => {
    try {
      return await engine.spaces.small.embedder.countTokens(texts, signal);
    } catch (error) {
      rethrowIfOver(error, signal);
      return texts.map(maxTokenCount);
    }
  };
}

async function splitToWindow(
  engine: Engine,
  memory: CheckedMemory,
  signal?: AbortSignal,
): Promise<string[]> {
  const count = tokenCounter(engine, signal);
  const { tokens, window } = await measure(engine, memory, count);
  if (tokens <= window) return [memory.text];
  const [prefix] = await count([embeddedText(engine, memory, "")]);
  const room = Math.max(window - (prefix as number), MIN_ROOM);
  return await splitByTokens(memory.text, room, count);
}
