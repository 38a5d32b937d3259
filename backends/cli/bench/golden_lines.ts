import type { Metadata } from "../../../mod.ts";
import { checkId, checkNamespace, invalid } from "../../../src/memory/checks.ts";
import { didYouMean } from "../nearest.ts";

/** A question of a user's own, as a line of the file tells it. */
export interface GoldenLine {
  /** From 1. */
  readonly number: number;
  readonly query: string;
  /** Null for the call's own. */
  readonly namespace: string | null;
  /** At least one with a grade above 0. */
  readonly relevant: readonly Judged[];
}

/** What answers a question, and how well. */
export interface Judged {
  readonly grade: number;
  readonly memory: { readonly id: string } | { readonly metadata: Metadata };
}

const FIELDS = ["query", "relevant", "namespace", "metadata"];
const RELEVANT = `relevant must be an array of ids or of {"id" or "metadata": ..., "grade"?}, ` +
  "or an object with a grade by id.";

/**
 * The question of a line: `{"query", "relevant", "namespace"?, "metadata"?}`, of which
 * metadata are the user's own and not read.
 *
 * @throws {BicameralError} `INVALID_INPUT` for a line that says something else.
 */
export function toGoldenLine(number: number, value: unknown): GoldenLine {
  if (!isObject(value)) invalid("not a JSON object");
  const unknown = Object.keys(value).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) {
    invalid(`unknown field ${JSON.stringify(unknown)}.${didYouMean(unknown, FIELDS)}`);
  }
  const { query, relevant, namespace } = value;
  if (typeof query !== "string" || query.trim() === "") {
    invalid("query must be a string that holds more than white space.");
  }
  const judged = isObject(relevant)
    ? Object.entries(relevant).map(([id, grade]) => toJudged({ id, grade }))
    : Array.isArray(relevant)
    ? relevant.map((item: unknown) => toJudged(typeof item === "string" ? { id: item } : item))
    : invalid(RELEVANT);
  if (!judged.some(({ grade }) => grade > 0)) {
    invalid("relevant names no memory with a grade above 0: nothing could answer it.");
  }
  return {
    number,
    query,
    namespace: namespace === undefined || namespace === null ? null : checkNamespace(namespace),
    relevant: judged,
  };
}

function toJudged(item: unknown): Judged {
  if (!isObject(item)) invalid(RELEVANT);
  const { id, metadata, grade = 1, ...rest } = item;
  if (Object.keys(rest).length > 0 || (id === undefined) === (metadata === undefined)) {
    invalid(RELEVANT);
  }
  if (typeof grade !== "number" || !(grade >= 0 && grade < Infinity)) {
    invalid("a grade must be a number from 0.");
  }
  if (id !== undefined) return { grade, memory: { id: checkId(id) } };
  if (!isObject(metadata) || Object.keys(metadata).length === 0) {
    invalid(`relevant metadata must be an object that is not empty, such as {"turn": "s04:22"}.`);
  }
  return { grade, memory: { metadata } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
