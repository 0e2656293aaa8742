-- The audit for people who read it, and the keyed chain over it (data-model section 9).

-- Whom an act names and where it came from is kept with the act: both may be gone tomorrow.
alter table public.audit
  add column actor_name   text,
  -- Null when the act names nobody, or several.
  add column subject_name text,
  add column address      inet,
  add column request_id   text,
  add column subject_key  text generated always as (private.search_key(subject_name)) stored;

-- Newest first in one order everywhere, so that each filter of the page has an index that ends in it. The acts of a kind are
-- walked one by one (functions/audit-page.sql), the rarest as quickly as the others.
drop index public.audit_newest;
drop index public.audit_organization;
create index audit_newest on public.audit (at, id);
create index audit_organization on public.audit (organization_id, at, id);
create index audit_action on public.audit (action, at, id);
create index audit_organization_action on public.audit (organization_id, action, at, id);
create index audit_by on public.audit (actor, at, id);
create index audit_organization_by on public.audit (organization_id, actor, at, id);
create index audit_subject_name on public.audit using gin (subject_key extensions.gin_trgm_ops);

-- What is not sealed yet. A list of its own and no cursor over ids or transactions: a row that commits late is in it all the
-- same, and so is one of a restored back-up, whose transaction numbers belong to another server.
create table public.audit_unsealed (
  audit_id uuid primary key,
  tx       xid8 not null
);
create index audit_unsealed_order on public.audit_unsealed (tx, audit_id);

-- The policies give the same again; a new database has none of them yet.
grant select on public.audit, public.audit_seals to portal_engine;
grant insert on public.audit_unsealed to portal_engine;
set local role portal_engine;
insert into public.audit_unsealed (audit_id, tx)
select a.id, a.tx from public.audit a where not exists (select from public.audit_seals s where s.audit_id = a.id);
set local role portal_owner;

-- A seal has two halves, so that a check can tell a changed row from a moved one: one over the row, one over its place.
alter table public.audit_seals
  add column key_id   text not null constraint audit_seals_key_id check (length(key_id) between 1 and 16),
  add column row_hmac text not null constraint audit_seals_row_hmac check (row_hmac ~ '^[0-9a-f]{64}$');
-- The rows of a chain are looked up by their seals; the foreign key would refuse nothing that the check does not find.
create index audit_seals_sealed on public.audit_seals (sealed_at desc);

-- What the last checks of the whole log found.
create table public.audit_checks (
  id              uuid primary key default gen_random_uuid(),
  started_at      timestamptz not null,
  finished_at     timestamptz not null default clock_timestamp(),
  -- Newest row that was checked; null when there was none.
  checked_through timestamptz,
  checked_rows    bigint not null,
  -- Rows whose key is not in the key ring: neither right nor wrong.
  unreadable_rows bigint not null default 0,
  findings        bigint not null,
  -- The first hundred, in the words of server/core/audit-chain.ts.
  first_findings  jsonb not null constraint audit_checks_findings check (jsonb_typeof(first_findings) = 'array')
);
create index audit_checks_newest on public.audit_checks (finished_at desc);

alter table public.audit_unsealed enable row level security;
alter table public.audit_unsealed force row level security;
alter table public.audit_checks enable row level security;
alter table public.audit_checks force row level security;
