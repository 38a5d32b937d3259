import type { Parameters } from "./statement.ts";

/** Which memories a call is about, checked; several keys must all hold. */
export interface RowFilter {
  readonly sourceType?: string;
  readonly sessionId?: string;
  readonly speaker?: string;
  readonly after?: Date;
  readonly before?: Date;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly ids?: readonly string[];
  readonly documentId?: string;
}

/** Conditions on `m` (a row of `memories`), one an entry; to be joined with `and`. */
export function filterConditions(filter: RowFilter, parameters: Parameters): string[] {
  const conditions: string[] = [];
  const equal = (column: string, value: string | undefined) => {
    if (value !== undefined) conditions.push(`m.${column} = ${parameters.add(value)}`);
  };
  equal("source_type", filter.sourceType);
  equal("session_id", filter.sessionId);
  equal("speaker", filter.speaker);
  if (filter.after) conditions.push(`m.occurred_at >= ${parameters.add(filter.after)}`);
  if (filter.before) conditions.push(`m.occurred_at < ${parameters.add(filter.before)}`);
  if (filter.metadata) {
    conditions.push(`m.metadata @> ${parameters.add(JSON.stringify(filter.metadata))}::jsonb`);
  }
  if (filter.documentId !== undefined) {
    conditions.push(`m.document_id = ${parameters.add(filter.documentId)}`);
  }
  if (filter.ids) conditions.push(`m.id = any(${parameters.add(filter.ids)}::uuid[])`);
  return conditions;
}
