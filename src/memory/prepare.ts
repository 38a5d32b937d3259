import { type Turn, turnText } from "../embed/turn_text.ts";
import { BicameralError } from "../errors.ts";
import { type CountTokens, maxTokenCount, splitByTokens } from "../text/token_windows.ts";
import { contentHash, documentIdOf } from "./content_hash.ts";
import type { Engine } from "./engine.ts";
import type { CheckedMemory } from "./input.ts";

/** One row to be: a memory, or a part of one. */
export interface PreparedRow {
  readonly memory: CheckedMemory;
  readonly text: string;
  readonly id: string;
  readonly hash: string;
  readonly documentId: string | null;
  readonly part: number | null;
}

/** `[CLS]` and `[SEP]`. */
const SPECIAL_TOKENS = 2;

/** Gives a memory its id and content hash; splits a text that does not fit the model's window. */
export async function prepare(
  engine: Engine,
  memory: CheckedMemory,
  signal?: AbortSignal,
): Promise<PreparedRow[]> {
  const { text, documentId: given, part } = memory;
  const hash = await contentHash(memory);
  // What is a part already is not split again.
  const texts = part === null ? await splitToWindow(engine, memory, signal) : [text];
  if (texts.length === 1) {
    return [{ memory, text, id: engine.newId(), hash, documentId: given, part }];
  }
  const documentId = documentIdOf(hash);
  return await Promise.all(texts.map(async (text, part) => ({
    memory,
    text,
    id: engine.newId(),
    hash: await contentHash({ ...memory, text, documentId, part }),
    documentId,
    part,
  })));
}

/** Word pieces that a turn's text may have, next to its speaker and date. */
export function fits(engine: Engine, memory: Turn): boolean {
  return maxTokenCount(embeddedText(engine, memory, memory.text)) <= windowOf(engine);
}

/** What is embedded of a text: with its speaker and date. */
export function embeddedText(
  engine: Engine,
  turn: Pick<Turn, "speaker" | "occurredAt">,
  text: string,
): string {
  return turnText(engine.space.textTemplate, { ...turn, text });
}

/** Counts with the model's tokeniser; by the upper bound where the model is absent. */
export function tokenCounter(engine: Engine, signal?: AbortSignal): CountTokens {
  return async (texts) => {
    try {
      const embedder = await engine.embedder.get();
      return await embedder.countTokens(texts, signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof BicameralError && error.code === "STORE_CLOSED") throw error;
      return texts.map(maxTokenCount);
    }
  };
}

async function splitToWindow(
  engine: Engine,
  memory: CheckedMemory,
  signal?: AbortSignal,
): Promise<string[]> {
  if (fits(engine, memory)) return [memory.text];
  const count = tokenCounter(engine, signal);
  const [whole, prefix] = await count([
    embeddedText(engine, memory, memory.text),
    embeddedText(engine, memory, ""),
  ]);
  if ((whole as number) <= windowOf(engine)) return [memory.text];
  // A prefix that leaves no room for text is cut by the model, the text is not.
  const room = Math.max(windowOf(engine) - (prefix as number), Math.floor(windowOf(engine) / 2));
  return await splitByTokens(memory.text, room, count);
}

function windowOf(engine: Engine): number {
  return engine.embedder.source.maxTokens - SPECIAL_TOKENS;
}
