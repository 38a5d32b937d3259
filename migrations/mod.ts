// Data: generated from migrations/*.sql by "bun run generate"; do not edit.

/** One step of the schema's history. */
export interface Migration {
  /** From 1, without gaps. */
  readonly version: number;
  /** The file's name, without its ending. */
  readonly name: string;
  /** Of the file, in hexadecimal: a step that was applied never changes. */
  readonly sha256: string;
  readonly sql: string;
}

/** All steps in order, for places with no file system. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: "0001_small_space",
    sha256: "3f5114b6136294218118514f9e605dc3e347d64692d623a6abb95e00e6aef562",
    sql: `-- The small space (384 dimensions) and what every store has.
--
-- Keys begin with the namespace, so that a distributed Postgres can shard by it.
create schema if not exists bicameral;

-- What there is one of: versions of engine and extensions, and each migration
-- with its checksum.
create table bicameral.meta (
  key text primary key,
  value text not null
);

-- Which model filled which table. A vector's row names its space by this id.
create table bicameral.spaces (
  id text primary key,
  fingerprint text not null unique,
  table_name text not null,
  model text not null,
  revision text not null,
  dtype text not null,
  pooling text not null,
  query_prompt text not null,
  document_prompt text not null,
  text_template text not null,
  dimensions int not null,
  created_at timestamptz not null default now()
);

create table bicameral.memories (
  namespace text not null default 'default' check (length(namespace) between 1 and 128),
  id uuid not null,
  text text not null,
  embedding vector(384),
  space_id text,
  source_type varchar(50) not null default 'user',
  trust_score double precision not null default 0.5 check (trust_score between 0 and 1),
  metadata jsonb not null default '{}',
  peer_id uuid,
  content_hash varchar(64) not null,
  session_id text,
  speaker text,
  occurred_at timestamptz,
  document_id uuid,
  part int,
  lex text,
  lex_version int,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (namespace, id),
  constraint memories_content_key unique (namespace, content_hash),
  constraint memories_vector_names_space check ((embedding is null) = (space_id is null))
);

-- Vectors inline: an exact scan of TOASTed ones takes three times as long.
alter table bicameral.memories alter column embedding set storage plain;

create index memories_session on bicameral.memories (namespace, session_id) where session_id is not null;
create index memories_speaker on bicameral.memories (namespace, speaker) where speaker is not null;
create index memories_occurred on bicameral.memories (namespace, occurred_at) where occurred_at is not null;
create index memories_source on bicameral.memories (namespace, source_type);
create index memories_document on bicameral.memories (namespace, document_id) where document_id is not null;
create index memories_pending on bicameral.memories (namespace, id) where embedding is null;
create index memories_metadata on bicameral.memories using gin (metadata jsonb_path_ops);

-- The signs of each vector, one bit a dimension: what large namespaces are
-- narrowed down by before exact scores are computed. A row enters the graph
-- (indexed = true) in the background, in slices, so nothing waits for an index
-- to be built; rows that are not in it yet are scanned.
create table bicameral.memories_codes (
  namespace text not null,
  id uuid not null,
  space_id text not null,
  code bit(384) not null,
  indexed boolean not null default false,
  primary key (namespace, id)
);
create index memories_codes_tail on bicameral.memories_codes (namespace, space_id) where not indexed;
-- Half of pgvector's default effort: insertion 0.7 instead of 1.1 ms a row, and with
-- 400 candidates the same recall@10 against exact, 0.999 on MiniLM's vectors of LoCoMo.
create index memories_codes_graph on bicameral.memories_codes
  using hnsw (code bit_hamming_ops) with (m = 12, ef_construction = 40) where indexed;

create function bicameral.keep_codes_on_insert() returns trigger language plpgsql as $$
begin
  insert into bicameral.memories_codes (namespace, id, space_id, code)
  select namespace, id, space_id, binary_quantize(embedding)::bit(384)
  from fresh where embedding is not null;
  return null;
end $$;

create function bicameral.keep_codes_on_update() returns trigger language plpgsql as $$
begin
  insert into bicameral.memories_codes (namespace, id, space_id, code)
  select f.namespace, f.id, f.space_id, binary_quantize(f.embedding)::bit(384)
  from fresh f join stale s using (namespace, id)
  where f.embedding is not null
    and (f.embedding is distinct from s.embedding or f.space_id is distinct from s.space_id)
  on conflict (namespace, id) do update
    set space_id = excluded.space_id, code = excluded.code, indexed = false;
  delete from bicameral.memories_codes c using fresh f, stale s
  where f.embedding is null and s.embedding is not null
    and s.namespace = f.namespace and s.id = f.id
    and c.namespace = f.namespace and c.id = f.id;
  return null;
end $$;

create function bicameral.keep_codes_on_delete() returns trigger language plpgsql as $$
begin
  delete from bicameral.memories_codes c using stale s
  where c.namespace = s.namespace and c.id = s.id;
  return null;
end $$;

create trigger memories_insert_codes after insert on bicameral.memories
  referencing new table as fresh
  for each statement execute function bicameral.keep_codes_on_insert();
create trigger memories_update_codes after update on bicameral.memories
  referencing old table as stale new table as fresh
  for each statement execute function bicameral.keep_codes_on_update();
create trigger memories_delete_codes after delete on bicameral.memories
  referencing old table as stale
  for each statement execute function bicameral.keep_codes_on_delete();

-- What changed a memory's trust or its spaces, when and by whom. Append-only, and
-- without any text of the memory: it outlives a memory that was forgotten.
create table bicameral.memory_events (
  namespace text not null,
  memory_id uuid not null,
  seq bigint generated always as identity,
  kind text not null,
  trust_before double precision,
  trust_after double precision,
  actor text not null,
  at timestamptz not null default now(),
  primary key (namespace, memory_id, seq)
);
`,
  },
  {
    version: 2,
    name: "0002_large_space",
    sha256: "86ef1998f9284166d7699b26d72ec5518f4adb072ff79deb992bff0a7e53d2fe",
    sql: `-- The large space (1024 dimensions), beside the small one: no row of \`memories\` is
-- rewritten, and a store without large vectors works as before.

create table bicameral.memories_1024 (
  namespace text not null,
  id uuid not null,
  memory_id uuid not null,
  text text not null,
  embedding vector(1024) not null,
  -- Null once the memory was edited and the vector is not of its text any more.
  space_id text,
  source_type varchar(50) not null,
  trust_score double precision not null check (trust_score between 0 and 1),
  metadata jsonb not null,
  peer_id uuid,
  content_hash varchar(64) not null,
  -- Both null for a memory that was written into this space at once (gpu mode).
  elevated_at timestamptz,
  elevated_by varchar(50),
  created_at timestamptz not null default now(),
  primary key (namespace, id),
  constraint memories_1024_memory_key unique (namespace, memory_id),
  constraint memories_1024_memory foreign key (namespace, memory_id)
    references bicameral.memories (namespace, id) on delete cascade,
  constraint memories_1024_elevation check ((elevated_at is null) = (elevated_by is null)),
  constraint memories_1024_elevated_by
    check (elevated_by in ('auto', 'user', 'tool:elevate_memory_to_1024'))
);
alter table bicameral.memories_1024 alter column embedding set storage plain;
create index memories_1024_outdated on bicameral.memories_1024 (namespace, memory_id) where space_id is null;

-- As memories_codes; \`id\` is the memory's.
create table bicameral.memories_1024_codes (
  namespace text not null,
  id uuid not null,
  space_id text not null,
  code bit(1024) not null,
  indexed boolean not null default false,
  primary key (namespace, id)
);
create index memories_1024_codes_tail on bicameral.memories_1024_codes (namespace, space_id) where not indexed;
create index memories_1024_codes_graph on bicameral.memories_1024_codes
  using hnsw (code bit_hamming_ops) with (m = 12, ef_construction = 40) where indexed;

-- What a search leaves out unless it is asked to: few, so that they can be counted apart.
create index memories_distrusted on bicameral.memories (namespace) where trust_score < 0.3;

create function bicameral.keep_codes_1024_on_insert() returns trigger language plpgsql as $$
begin
  insert into bicameral.memories_1024_codes (namespace, id, space_id, code)
  select namespace, memory_id, space_id, binary_quantize(embedding)::bit(1024)
  from fresh where space_id is not null;
  return null;
end $$;

create function bicameral.keep_codes_1024_on_update() returns trigger language plpgsql as $$
begin
  insert into bicameral.memories_1024_codes (namespace, id, space_id, code)
  select f.namespace, f.memory_id, f.space_id, binary_quantize(f.embedding)::bit(1024)
  from fresh f join stale s using (namespace, memory_id)
  where f.space_id is not null
    and (f.space_id is distinct from s.space_id or f.embedding is distinct from s.embedding)
  on conflict (namespace, id) do update
    set space_id = excluded.space_id, code = excluded.code, indexed = false;
  delete from bicameral.memories_1024_codes c using fresh f, stale s
  where f.space_id is null and s.space_id is not null
    and s.namespace = f.namespace and s.memory_id = f.memory_id
    and c.namespace = f.namespace and c.id = f.memory_id;
  return null;
end $$;

create function bicameral.keep_codes_1024_on_delete() returns trigger language plpgsql as $$
begin
  delete from bicameral.memories_1024_codes c using stale s
  where c.namespace = s.namespace and c.id = s.memory_id;
  return null;
end $$;

create trigger memories_1024_insert_codes after insert on bicameral.memories_1024
  referencing new table as fresh
  for each statement execute function bicameral.keep_codes_1024_on_insert();
create trigger memories_1024_update_codes after update on bicameral.memories_1024
  referencing old table as stale new table as fresh
  for each statement execute function bicameral.keep_codes_1024_on_update();
create trigger memories_1024_delete_codes after delete on bicameral.memories_1024
  referencing old table as stale
  for each statement execute function bicameral.keep_codes_1024_on_delete();

-- What is copied from \`memories\` follows it, whoever writes there. Where what is
-- embedded of a memory changed, its large vector is of the past.
create function bicameral.keep_large_on_update() returns trigger language plpgsql as $$
begin
  update bicameral.memories_1024 e
  set text = f.text, source_type = f.source_type, trust_score = f.trust_score,
    metadata = f.metadata, peer_id = f.peer_id, content_hash = f.content_hash,
    space_id = case when (f.text, f.speaker, f.occurred_at)
      is distinct from (s.text, s.speaker, s.occurred_at) then null else e.space_id end
  from fresh f join stale s using (namespace, id)
  where e.namespace = f.namespace and e.memory_id = f.id
    and (f.text, f.source_type, f.trust_score, f.metadata, f.peer_id, f.content_hash, f.speaker, f.occurred_at)
      is distinct from
      (s.text, s.source_type, s.trust_score, s.metadata, s.peer_id, s.content_hash, s.speaker, s.occurred_at);
  return null;
end $$;

create trigger memories_update_large after update on bicameral.memories
  referencing old table as stale new table as fresh
  for each statement execute function bicameral.keep_large_on_update();
`,
  },
  {
    version: 3,
    name: "0003_lexical",
    sha256: "c0fc39c743e3105ccb13619df1780fad3e7bb4124795aa7e1fa5146a4991d10f",
    sql: `-- Full-text search. \`lex\` has been there from the first; what is new is empty until the
-- memory is analysed, so that no row is rewritten.

-- The lexemes of \`lex\`, by the store's language.
alter table bicameral.memories add column words tsvector;

-- The turns of a session in their order. It serves what memories_session did.
create index memories_turns on bicameral.memories
  (namespace, session_id, (coalesce(occurred_at, '-infinity'::timestamptz)), id)
  where session_id is not null;
drop index bicameral.memories_session;
`,
  },
];
