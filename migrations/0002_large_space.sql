-- The large space (1024 dimensions), beside the small one: no row of `memories` is
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

-- As memories_codes; `id` is the memory's.
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

-- What is copied from `memories` follows it, whoever writes there. Where what is
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
