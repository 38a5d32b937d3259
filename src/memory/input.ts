import { BicameralError } from "../errors.ts";
import type { RowFilter } from "../spaces/filter_sql.ts";
import type { Space } from "../spaces/space.ts";
import { checkVector, toUnitLength } from "../spaces/vector_codec.ts";
import type { Metadata, NewMemory } from "./types.ts";
import { isUuid } from "./uuid.ts";

/**
 * What callers hand in, checked once at the door. Every refusal is
 * `INVALID_INPUT`, says which argument it is and what was wanted, and never
 * repeats the text of a memory.
 */

/** A memory that was checked, with every default filled in. */
export interface CheckedMemory {
  readonly namespace: string;
  readonly text: string;
  readonly sourceType: string;
  readonly sessionId: string | null;
  readonly speaker: string | null;
  readonly occurredAt: Date | null;
  readonly metadata: Metadata;
  readonly trust: number;
  readonly peerId: string | null;
  /** Of the store's own space, of unit length; null where it is to be made. */
  readonly embedding: Float32Array | null;
  /** Of what was given as a part of a document already. */
  readonly documentId: string | null;
  readonly part: number | null;
}

const MAX_METADATA_DEPTH = 16;
/** UTF-8; the largest that fits an index of the database beside a namespace. */
const MAX_NAME_BYTES = 1024;
const MAX_METADATA_LENGTH = 65_536;
/** Postgres' largest int. */
const MAX_PART = 2 ** 31 - 1;
const FILTER_KEYS = [
  "sourceType",
  "sessionId",
  "speaker",
  "after",
  "before",
  "metadata",
  "ids",
  "documentId",
];

/** Refuses with `INVALID_INPUT`. */
export function invalid(message: string): never {
  throw new BicameralError("INVALID_INPUT", message);
}

/** Checks a whole memory. */
export function checkMemory(
  memory: NewMemory,
  defaults: {
    readonly namespace: string;
    readonly maxTextBytes: number;
    readonly space: Space;
  },
): CheckedMemory {
  if (typeof memory !== "object" || memory === null) {
    invalid("A memory must be an object with a text.");
  }
  const { id: spaceId, table } = defaults.space;
  // A vector of another space is made anew.
  const embedding = (memory.spaceId ?? spaceId) === spaceId
    ? optional(memory.embedding, (vector) => checkEmbedding(vector, table.dimensions))
    : null;
  const documentId = optional(memory.documentId, checkId);
  const part = optional(memory.part, (part) => checkCount("part", part, 0, MAX_PART));
  if ((documentId === null) !== (part === null)) {
    invalid("documentId and part go together; found one of them.");
  }
  return {
    namespace: checkNamespace(memory.namespace ?? defaults.namespace),
    text: checkText(memory.text, defaults.maxTextBytes),
    sourceType: checkName("sourceType", memory.sourceType ?? "user", 50),
    sessionId: optional(memory.sessionId, (name) => checkName("sessionId", name)),
    speaker: optional(memory.speaker, (name) => checkName("speaker", name)),
    occurredAt: optional(memory.occurredAt, (time) => checkTime("occurredAt", time)),
    metadata: checkMetadata(memory.metadata ?? {}),
    trust: checkTrust("trust", memory.trust ?? 0.5),
    peerId: optional(memory.peerId, (id) => checkId(id)),
    embedding,
    documentId,
    part,
  };
}

function checkEmbedding(given: unknown, dimensions: number): Float32Array {
  if (!(Array.isArray(given) || given instanceof Float32Array)) {
    invalid(`embedding must be an array of numbers or a Float32Array, not ${kindOf(given)}.`);
  }
  if (given.length !== dimensions) {
    invalid(`embedding has ${given.length} dimensions where the space has ${dimensions}.`);
  }
  if (!given.every((x) => typeof x === "number")) invalid("embedding holds what is no number.");
  const vector = Float32Array.from(given);
  checkVector(vector, dimensions);
  return toUnitLength(vector);
}

/** A text that can be stored and found again. */
export function checkText(text: unknown, maxBytes: number): string {
  if (typeof text !== "string") invalid(`text must be a string, not ${kindOf(text)}.`);
  if (text.trim() === "") invalid("text must hold more than white space.");
  checkCharacters("text", text);
  // A UTF-16 unit takes at most 3 bytes: most texts need no encoding to be sure.
  if (text.length * 3 > maxBytes) {
    const bytes = new TextEncoder().encode(text).length;
    if (bytes > maxBytes) {
      invalid(`text has ${bytes} bytes; at most ${maxBytes} are taken (maxTextBytes).`);
    }
  }
  return text;
}

/** 1 to 128 printable characters. */
export function checkNamespace(namespace: unknown): string {
  if (typeof namespace !== "string" || !/^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]{1,128}$/u.test(namespace)) {
    invalid("namespace must be 1 to 128 printable characters.");
  }
  return namespace;
}

/** A UUID, in lower case. */
export function checkId(id: unknown): string {
  if (typeof id !== "string" || !isUuid(id)) invalid(`An id must be a UUID, not ${kindOf(id)}.`);
  return id.toLowerCase();
}

/** An integer within bounds. */
export function checkCount(name: string, value: unknown, min: number, max: number): number {
  if (!Number.isInteger(value) || (value as number) < min || (value as number) > max) {
    invalid(`${name} must be a whole number from ${min} to ${max}, not ${shown(value)}.`);
  }
  return value as number;
}

/** A trust or a least trust, to four decimals. */
export function checkTrust(name: string, value: unknown): number {
  if (typeof value !== "number" || !(value >= 0 && value <= 1)) {
    invalid(`${name} must be a number from 0 to 1, not ${shown(value)}.`);
  }
  return roundTrust(value);
}

/** Trust is kept to four decimals, so that 0.5 less ten times 0.02 is 0.3. */
export function roundTrust(trust: number): number {
  return Math.round(Math.min(1, Math.max(0, trust)) * 10_000) / 10_000;
}

/** A plain object of JSON data, not too deep. */
export function checkMetadata(metadata: unknown): Metadata {
  if (!isPlainObject(metadata)) {
    invalid(`metadata must be a plain object, not ${kindOf(metadata)}.`);
  }
  checkJson(metadata, 1);
  const { length } = JSON.stringify(metadata);
  if (length > MAX_METADATA_LENGTH) {
    invalid(`metadata has ${length} characters as JSON; at most ${MAX_METADATA_LENGTH} are taken.`);
  }
  return metadata;
}

/** Known keys with values of their kind; empty metadata restrict nothing and are left out. */
export function checkFilter(filter: unknown): RowFilter {
  if (!isPlainObject(filter)) invalid(`filter must be a plain object, not ${kindOf(filter)}.`);
  for (const key of Object.keys(filter)) {
    if (!FILTER_KEYS.includes(key)) {
      invalid(
        `filter has an unknown key ${JSON.stringify(key)}; known are ${FILTER_KEYS.join(", ")}.`,
      );
    }
  }
  const { sourceType, sessionId, speaker, after, before, ids, documentId } = filter;
  const metadata = filter["metadata"] === undefined ? {} : checkMetadata(filter["metadata"]);
  if (ids !== undefined && !Array.isArray(ids)) invalid("filter.ids must be an array of UUIDs.");
  return {
    ...(sourceType !== undefined && { sourceType: checkName("filter.sourceType", sourceType, 50) }),
    ...(sessionId !== undefined && { sessionId: checkName("filter.sessionId", sessionId) }),
    ...(speaker !== undefined && { speaker: checkName("filter.speaker", speaker) }),
    ...(after !== undefined && { after: checkTime("filter.after", after) }),
    ...(before !== undefined && { before: checkTime("filter.before", before) }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(documentId !== undefined && { documentId: checkId(documentId) }),
    ...(ids !== undefined && { ids: (ids as unknown[]).map(checkId) }),
  };
}

/** A short text that names something. */
export function checkName(
  name: string,
  value: unknown,
  maxLength: number = MAX_NAME_BYTES,
): string {
  if (typeof value !== "string" || value === "" || value.length > maxLength) {
    invalid(`${name} must be a string of 1 to ${maxLength} characters, not ${kindOf(value)}.`);
  }
  const bytes = new TextEncoder().encode(value).length;
  if (bytes > MAX_NAME_BYTES) {
    invalid(`${name} has ${bytes} bytes; at most ${MAX_NAME_BYTES} are taken.`);
  }
  checkCharacters(name, value);
  return value;
}

/** A point in time: a Date, or ISO 8601; without a zone it is UTC, on every machine. */
export function checkTime(name: string, value: unknown): Date {
  const time = value instanceof Date ? value : parseTime(typeof value === "string" ? value : "");
  const year = time.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) {
    invalid(
      `${name} must be a Date or a time in ISO 8601, such as 2025-09-03T18:04:00Z, in the years` +
        ` 1 to 9999; found ${kindOf(value)}.`,
    );
  }
  return time;
}

const ISO_TIME =
  /^(\d{4}(?:-\d\d){0,2})(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/** `Date` alone would take other forms too, and a time without a zone as that of the machine. */
function parseTime(text: string): Date {
  const [, day, clock, zone = "Z"] = ISO_TIME.exec(text) ?? [];
  if (day === undefined) return new Date(NaN);
  // 30 February is read as 2 March by some engines.
  const midnight = new Date(day);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) {
    return new Date(NaN);
  }
  return new Date(clock === undefined ? day : `${day}T${clock}${zone}`);
}

function checkJson(value: unknown, depth: number): void {
  if (depth > MAX_METADATA_DEPTH) {
    invalid(`metadata is nested deeper than ${MAX_METADATA_DEPTH} levels.`);
  }
  if (typeof value === "string") return checkCharacters("metadata", value);
  if (value === null || typeof value === "boolean") return;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) invalid(`metadata holds ${value}, which JSON has no word for.`);
    return;
  }
  if (Array.isArray(value)) return value.forEach((item) => checkJson(item, depth + 1));
  if (!isPlainObject(value)) invalid(`metadata holds ${kindOf(value)}, which is no JSON data.`);
  for (const [key, item] of Object.entries(value)) {
    checkCharacters("metadata", key);
    checkJson(item, depth + 1);
  }
}

/** PostgreSQL's text takes neither NUL nor half of a surrogate pair. */
function checkCharacters(name: string, text: string): void {
  if (text.includes("\0")) invalid(`${name} holds a NUL character.`);
  if (!text.isWellFormed()) {
    invalid(`${name} holds half of a surrogate pair, which is no character.`);
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function optional<T, R>(value: T | undefined | null, check: (value: T) => R): R | null {
  return value === undefined || value === null ? null : check(value);
}

function shown(value: unknown): string {
  return typeof value === "number" ? String(value) : kindOf(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return `an instance of ${value.constructor?.name ?? "Object"}`;
  if (typeof value === "string") return `a string of ${value.length} characters`;
  return typeof value === "undefined" ? "undefined" : `a ${typeof value}`;
}
