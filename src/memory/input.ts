import type { RowFilter } from "../spaces/filter_sql.ts";
import type { Space } from "../spaces/space.ts";
import { checkVector, toUnitLength } from "../spaces/vector_codec.ts";
import {
  checkCharacters,
  checkCount,
  checkId,
  checkName,
  checkNamespace,
  checkText,
  checkTime,
  checkTrust,
  invalid,
  isPlainObject,
  kindOf,
  optional,
} from "./checks.ts";
import type { Metadata, NewMemory } from "./types.ts";

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
  /** Made before, of unit length, by the id of a space that the store keeps. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Of what was given as a part of a document already. */
  readonly documentId: string | null;
  readonly part: number | null;
}

const MAX_METADATA_DEPTH = 16;

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

/** Checks a whole memory. */
export function checkMemory(
  memory: NewMemory,
  defaults: {
    readonly namespace: string;
    readonly maxTextBytes: number;
    /** Spaces whose vectors are taken. */
    readonly spaces: readonly Space[];
  },
): CheckedMemory {
  if (typeof memory !== "object" || memory === null) {
    invalid("A memory must be an object with a text.");
  }
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
    vectors: checkVectors(memory.vectors ?? {}, defaults.spaces),
    documentId,
    part,
  };
}

/** Vectors of spaces that the store does not keep are left aside: they are made anew. */
function checkVectors(given: unknown, spaces: readonly Space[]): Map<string, Float32Array> {
  if (!isPlainObject(given)) {
    invalid(`vectors must be an object with a vector by space id, not ${kindOf(given)}.`);
  }
  return new Map(
    spaces.filter(({ id }) => Object.hasOwn(given, id))
      .map(({ id, table }) => [id, checkGiven(given[id], table.dimensions)]),
  );
}

function checkGiven(given: unknown, dimensions: number): Float32Array {
  if (!(Array.isArray(given) || given instanceof Float32Array)) {
    invalid(`A vector must be an array of numbers or a Float32Array, not ${kindOf(given)}.`);
  }
  if (given.length !== dimensions) {
    invalid(`A vector has ${given.length} dimensions where the space has ${dimensions}.`);
  }
  if (!given.every((x) => typeof x === "number")) invalid("A vector holds what is no number.");
  const vector = Float32Array.from(given);
  checkVector(vector, dimensions);
  return toUnitLength(vector);
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
