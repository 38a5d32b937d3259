import type { ExportedMemory, NewMemory } from "../../mod.ts";
import { invalid } from "../../src/memory/checks.ts";
import { didYouMean } from "./nearest.ts";

/** What an imported line may say of a memory; each value is checked by the library's own door. */
const FIELDS: Readonly<Record<string, keyof NewMemory>> = {
  text: "text",
  namespace: "namespace",
  source_type: "sourceType",
  session_id: "sessionId",
  speaker: "speaker",
  occurred_at: "occurredAt",
  metadata: "metadata",
  trust_score: "trust",
  vectors: "vectors",
  peer_id: "peerId",
  document_id: "documentId",
  part: "part",
};

/** What an export says besides, for people: a store gives its memories these itself. */
const INFORMATIONAL = ["id", "created_at", "updated_at"];

/**
 * The memory that a line describes: by our own fields, or by those of a BEIR
 * corpus, which are told by `_id`.
 *
 * @throws {BicameralError} `INVALID_INPUT` for what is no object or has fields
 * that nobody knows: what they say would be lost.
 */
export function toNewMemory(value: unknown): NewMemory {
  if (!isObject(value)) invalid("not a JSON object");
  return fromFields("_id" in value ? beirFields(value) : value);
}

/** The line that {@linkcode toNewMemory} takes back. */
export function toLine(memory: ExportedMemory): Record<string, unknown> {
  return {
    id: memory.id,
    namespace: memory.namespace,
    text: memory.text,
    source_type: memory.sourceType,
    session_id: memory.sessionId,
    speaker: memory.speaker,
    occurred_at: memory.occurredAt,
    metadata: memory.metadata,
    trust_score: memory.trust,
    peer_id: memory.peerId,
    document_id: memory.documentId,
    part: memory.part,
    created_at: memory.createdAt,
    updated_at: memory.updatedAt,
    // Nine digits bring every float32 back exactly.
    vectors: Object.fromEntries(
      Object.entries(memory.vectors)
        .map(([space, vector]) => [space, Array.from(vector, (x) => Number(x.toPrecision(9)))]),
    ),
  };
}

function fromFields(fields: Record<string, unknown>): NewMemory {
  const memory: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (INFORMATIONAL.includes(name)) continue;
    if (!Object.hasOwn(FIELDS, name)) {
      invalid(
        `unknown field ${JSON.stringify(name)}; what else there is goes into metadata.` +
          didYouMean(name, Object.keys(FIELDS)),
      );
    }
    if (value !== null && value !== undefined) memory[FIELDS[name]!] = value;
  }
  return memory as unknown as NewMemory;
}

/** A document of a BEIR corpus: its title leads the text, its id and the rest stay metadata. */
function beirFields({ _id, title, text, metadata = {}, ...rest }: Record<string, unknown>) {
  if (!isObject(metadata)) invalid("metadata is not a JSON object");
  const { namespace, speaker, occurred_at, session_id, ...kept } = metadata;
  return {
    namespace,
    speaker,
    occurred_at,
    session_id,
    text: withTitle(title, text),
    metadata: { ...rest, ...kept, _id },
  };
}

function withTitle(title: unknown, text: unknown): unknown {
  if (typeof title !== "string" || title.trim() === "") return text;
  if (typeof text !== "string" || text.startsWith(title)) return text;
  return text.trim() === "" ? title : `${title}\n${text}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
