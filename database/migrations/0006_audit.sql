-- Who changed what, append-only, and the keyed chain that shows whether a row was touched afterwards.

create table public.audit (
  id              uuid primary key default gen_random_uuid(),
  -- Rows are sealed in (tx, id) order once no transaction that old can still commit.
  tx              xid8 not null default pg_current_xact_id(),
  -- Null = the installation's own chain.
  organization_id uuid,
  -- Account of who did it; null = the system itself. No foreign keys: the row outlives all it names.
  actor           uuid,
  action          text not null constraint audit_action check (length(action) between 1 and 100),
  subject_table   text,
  subject_id      uuid,
  -- Masked: no sealed text, no HMAC, no token. Arrays of rows for a change of several.
  before          jsonb,
  after           jsonb,
  -- How many rows changed; before and after hold at most the first hundred.
  row_count       integer not null default 1,
  at              timestamptz not null default now()
);
create index audit_newest on public.audit (at desc, id);
create index audit_organization on public.audit (organization_id, at desc);
create index audit_actor on public.audit (actor, action, at desc);
create index audit_subject on public.audit (subject_id) where subject_id is not null;
create index audit_order on public.audit (tx, id);

create table public.audit_seals (
  id              uuid primary key default gen_random_uuid(),
  organization_id uuid,
  seq             bigint not null constraint audit_seals_seq check (seq > 0),
  audit_id        uuid not null unique references public.audit (id),
  -- HMAC(key, previous ‖ row), hex. The key is not in the database.
  hmac            text not null constraint audit_seals_hmac check (hmac ~ '^[0-9a-f]{64}$'),
  sealed_at       timestamptz not null default now(),
  unique nulls not distinct (organization_id, seq)
);

-- Row level security on every table, for the owner too. A partition gets it when it is made.
do $$
declare
  t regclass;
begin
  for t in select c.oid::regclass from pg_catalog.pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
  end loop;
end
$$;
