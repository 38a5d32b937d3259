import { splitSentences } from "../text/sentences.ts";

/**
 * Reads turns of a session in context: a turn rarely says all of what it is about. "In
 * May, with my sister." is an answer, and what was asked stands in the turn before.
 *
 * Positional models have a term lend its weight to the words around it: Lv and Zhai,
 * "Positional Language Models for Information Retrieval", SIGIR 2009; here whole turns are
 * the positions. That term frequency and length say little of texts this short is
 * from Ferguson, O'Hare, Lanagan, Phelan and McCarthy, "An Investigation of Term Weighting
 * Approaches for Microblog Retrieval", ECIR 2012. The numbers are measured: `bench/quality`.
 */

/** Turns on each side that lend to one. */
export const REACH = 3;
/** A term that a turn lacks counts this much for each turn of distance, before it or behind. */
const TERM_BEFORE = [0.5, 0.35, 0.245] as const;
const TERM_BEHIND = [0.3, 0.21, 0.147] as const;
/** The turn right after a question answers it: terms of the question count this much more. */
const ASKED = 1.4;
/** Weights of the cosines of the turns before and behind, beside 1 for the turn's own. */
const COSINE_BEFORE = 0.2;
const COSINE_BEHIND = 0.1;
/** A turn that is nothing but questions keeps this share of its score: it asks what others know. */
const QUESTION_SHARE = 0.75;
/** What the best turn of a session lends to all that are read with it. */
export const SESSION_SHARE = 0.1;

/** A turn with what it says by itself. */
export interface Turn {
  readonly id: string;
  readonly session: string;
  readonly text: string;
  /** Bits of the query's terms that it holds, the first term the lowest. */
  readonly holds: number;
  /** By space: its cosine; null where the space does not hold it. */
  readonly cosines: readonly (number | null)[];
}

/** A turn with what the turns around it add. */
export interface TurnInContext {
  /** Σ over terms of weight × how far the turn has the term, from 0 to 1. */
  readonly lexical: number;
  /** The part of it that turns around lend. */
  readonly lent: number;
  /** By space: the mean of its cosine with those of the turns next to it. */
  readonly cosines: readonly (number | null)[];
  /** What its score is to be multiplied by: less than 1 for questions. */
  readonly factor: number;
}

/**
 * @param turns By id; windows may name others, which then lend nothing.
 * @param windows Ids of turns next to each other in one session.
 * @param weights Of the query's terms, in the order of the bits.
 */
export function readInContext(
  turns: ReadonlyMap<string, Turn>,
  windows: readonly (readonly string[])[],
  weights: readonly number[],
): Map<string, TurnInContext> {
  const around = neighbours(windows);
  const asks = new Map([...turns].map(([id, { text }]) => [id, questionsIn(text)]));
  return new Map([...turns].map(([id, turn]) => {
    const near = (offset: number) => turns.get(around.get(id)?.get(offset) ?? "");
    return [id, inContext(turn, near, (other) => asks.get(other.id) as Questions, weights)];
  }));
}

/** The turn at a distance: before it where that is negative. */
type Near = (offset: number) => Turn | undefined;

function inContext(
  turn: Turn,
  near: Near,
  questions: (turn: Turn) => Questions,
  weights: readonly number[],
): TurnInContext {
  const before = near(-1);
  const asked = before !== undefined && questions(before).last ? ASKED : 1;
  let own = 0;
  let lent = 0;
  for (const [term, weight] of weights.entries()) {
    if (holds(turn, term)) own += weight;
    else lent += weight * share(near, term, asked);
  }
  const behind = near(1);
  return {
    lexical: own + lent,
    lent,
    cosines: turn.cosines.map((cosine, space) =>
      cosine === null ? null : mean([
        [cosine, 1],
        [before?.cosines[space] ?? null, COSINE_BEFORE],
        [behind?.cosines[space] ?? null, COSINE_BEHIND],
      ])
    ),
    factor: 1 - (1 - QUESTION_SHARE) * questions(turn).share,
  };
}

/** How far a turn has a term that only turns around it hold: as far as the nearest lends. */
function share(near: Near, term: number, asked: number): number {
  let most = 0;
  for (let distance = 1; distance <= REACH; distance++) {
    const before = (TERM_BEFORE[distance - 1] as number) * (distance === 1 ? asked : 1);
    if (holds(near(-distance), term)) most = Math.max(most, before);
    if (holds(near(distance), term)) most = Math.max(most, TERM_BEHIND[distance - 1] as number);
  }
  return most;
}

function holds(turn: Turn | undefined, term: number): boolean {
  return turn !== undefined && (turn.holds >> term & 1) === 1;
}

function mean(weighed: readonly (readonly [number | null, number])[]): number {
  let sum = 0;
  let whole = 0;
  for (const [value, weight] of weighed) {
    if (value === null) continue;
    sum += weight * value;
    whole += weight;
  }
  return sum / whole;
}

/** For each turn, the turns at each distance that a window shows. */
function neighbours(windows: readonly (readonly string[])[]): Map<string, Map<number, string>> {
  const around = new Map<string, Map<number, string>>();
  for (const window of windows) {
    for (const [at, id] of window.entries()) {
      const own = around.get(id) ?? new Map<number, string>();
      around.set(id, own);
      for (let offset = -REACH; offset <= REACH; offset++) {
        const other = window[at + offset];
        if (offset !== 0 && other !== undefined) own.set(offset, other);
      }
    }
  }
  return around;
}

interface Questions {
  /** Of its sentences, those that are questions. */
  readonly share: number;
  /** Whether the last one is. */
  readonly last: boolean;
}

const QUESTION = /[?？؟]["'”’»)\s]*$/u;

function questionsIn(text: string): Questions {
  const sentences = splitSentences(text).filter((sentence) => sentence.trim() !== "");
  const asking = sentences.map((sentence) => QUESTION.test(sentence));
  return {
    share: asking.filter(Boolean).length / Math.max(1, asking.length),
    last: asking.at(-1) ?? false,
  };
}
