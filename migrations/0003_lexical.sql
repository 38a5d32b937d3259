-- Full-text search. `lex` has been there from the first; what is new is empty until the
-- memory is analysed, so that no row is rewritten.

-- The lexemes of `lex`, by the store's language.
alter table bicameral.memories add column words tsvector;

-- The turns of a session in their order. It serves what memories_session did.
create index memories_turns on bicameral.memories
  (namespace, session_id, (coalesce(occurred_at, '-infinity'::timestamptz)), id)
  where session_id is not null;
drop index bicameral.memories_session;
