import { vector } from "@electric-sql/pglite-pgvector";
import { pg_textsearch } from "@electric-sql/pglite-pg_textsearch";

/** What an acknowledged commit survives. */
export type Durability =
  /** The machine losing power: every commit is flushed to the disk (default on disk). */
  | "strict"
  /** The process being killed; losing power may damage the store, for nothing is ever flushed. */
  | "process"
  /** The process ending in order: a kill or losing power may lose the last moment, never the store. */
  | "relaxed";

/** A directory made with these does not open without them. */
export const EXTENSIONS: { vector: typeof vector; pg_textsearch: typeof pg_textsearch } = {
  vector,
  pg_textsearch,
};

/** Major version of the Postgres inside the pinned PGlite, as its `PG_VERSION` says it. */
export const POSTGRES_MAJOR = "18";

/** Version of the pinned package, part of the template's name. */
export const PGLITE_VERSION = "0.5.14";

/**
 * The database server's command line. PGlite's own begins with `-F` (never flush);
 * the rest of it is kept.
 */
export function startParameters(durability: Durability): string[] {
  const settings: Record<string, string> = {
    search_path: "public",
    exit_on_error: "false",
    log_checkpoints: "false",
    max_worker_processes: "0",
    max_parallel_workers: "0",
    max_parallel_workers_per_gather: "0",
    max_parallel_maintenance_workers: "0",
    io_method: "sync",
    jit: "off",
    // A quarter of the usual sample: analyze holds a store of 50,000 for 90 ms instead of 350.
    default_statistics_target: "25",
    // WASM clears all of it at the start: PGlite's 128 MB cost 70 MB more and 40 ms.
    shared_buffers: "64MB",
    // Before the runtime's own stack overflows, which ends the server.
    max_stack_depth: "100kB",
    // PGlite's defaults let a store of 10 MB keep 1 GB of write-ahead log.
    max_wal_size: "64MB",
    min_wal_size: "32MB",
    fsync: durability === "process" ? "off" : "on",
    wal_sync_method: "fsync",
    synchronous_commit: durability === "relaxed" ? "off" : "on",
    // What the code graph is searched with: see spaces/dense_sql.ts.
    "hnsw.ef_search": "400",
    // Strict order would drop what a later round finds nearer: under a filter, up to a third.
    "hnsw.iterative_scan": "relaxed_order",
  };
  return [
    "--single",
    ...(durability === "process" ? ["-F"] : []),
    "-O",
    "-j",
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
}
