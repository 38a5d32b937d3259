import type { Database } from "../src/database.ts";

/**
 * Ids of memories that hold any word of an analysed text, in ascending order, as the BM25
 * index has them: a scan of the table, which the planner prefers for a few, would find them
 * without it.
 */
export async function foundInIndex(database: Database, lex: string): Promise<string[]> {
  return await database.transaction(async (tx) => {
    await tx.query("set local enable_seqscan = off");
    await tx.query("set local enable_sort = off");
    const score = "m.lex <@> to_bm25query($1, 'bicameral.memories_lex')";
    const query = `select id, ${score} as score from bicameral.memories m
      order by ${score} limit 100000`;
    const plan = await tx.query<{ "QUERY PLAN": string }>(`explain ${query}`, [lex]);
    if (!JSON.stringify(plan).includes("Index Scan using memories_lex")) {
      throw new Error(`The index is not used: ${JSON.stringify(plan)}`);
    }
    // The best score is the lowest, and 0 says that no word is there.
    const rows = await tx.query<{ id: string; score: number }>(query, [lex]);
    return rows.filter(({ score }) => score < 0).map(({ id }) => id).sort();
  });
}
