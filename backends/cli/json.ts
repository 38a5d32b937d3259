import type {
  AddResult,
  ElevateResult,
  Memory,
  MemoryEvent,
  SearchHit,
  SearchResult,
  Status,
} from "../../mod.ts";

/** What the command line gives out in JSON: names in snake_case, null for what is not there. */

export function memoryJson(memory: Memory): Record<string, unknown> {
  return {
    id: memory.id,
    namespace: memory.namespace,
    text: memory.text,
    trust: memory.trust,
    ...provenance(memory),
    peer_id: memory.peerId,
    spaces: memory.spaces,
    created_at: memory.createdAt,
    updated_at: memory.updatedAt,
  };
}

export function hitJson(hit: SearchHit): Record<string, unknown> {
  const { explanation } = hit;
  return {
    id: hit.id,
    text: hit.text,
    score: hit.score,
    trust: hit.trust,
    retrievers: hit.retrievers,
    ...provenance(hit),
    ...(explanation && {
      explanation: {
        fused: explanation.fused,
        trust_factor: explanation.trustFactor,
        shares: explanation.shares,
      },
    }),
  };
}

export function addedJson(added: AddResult): Record<string, unknown> {
  return {
    id: added.id,
    document_id: added.documentId,
    parts: added.parts,
    created: added.created,
    pending: added.pending,
  };
}

export function elevatedJson(result: ElevateResult): Record<string, unknown> {
  return {
    memory_id: result.memoryId,
    elevated: result.elevated,
    elevation_id: result.elevationId,
    model: result.model,
  };
}

export function retrieversJson({ retrievers }: SearchResult): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(retrievers).map((
      [name, { scan, leftOut }],
    ) => [name, { scan, left_out: leftOut }]),
  );
}

export function eventJson(event: MemoryEvent): Record<string, unknown> {
  return {
    kind: event.kind,
    trust_before: event.trustBefore,
    trust_after: event.trustAfter,
    actor: event.actor,
    at: event.at,
  };
}

export function statusJson(status: Status): Record<string, unknown> {
  return {
    mode: status.mode,
    location: status.location,
    durability: status.durability,
    memories: status.memories,
    namespaces: status.namespaces,
    vectors_by_space: status.vectorsBySpace,
    pending: status.pending,
    needs_reembedding: status.needsReembedding,
    elevation: status.elevation,
    spaces: status.spaces.map(({ needsReembedding, ...space }) => ({
      ...space,
      needs_reembedding: needsReembedding,
    })),
    lexical: status.lexical,
    silent: status.silent,
    notes: status.notes,
    exact_below: status.exactBelow,
    engine: status.engine,
  };
}

function provenance(memory: Memory): Record<string, unknown> {
  return {
    source_type: memory.sourceType,
    session_id: memory.sessionId,
    speaker: memory.speaker,
    occurred_at: memory.occurredAt,
    metadata: memory.metadata,
    document_id: memory.documentId,
    part: memory.part,
  };
}
