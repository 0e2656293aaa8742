-- The audit and its keyed chain.

create table public.audit (
  id              uuid primary key default gen_random_uuid(),
  tx              xid8 not null default pg_current_xact_id(),
  organization_id uuid,
  actor           uuid,
  action          text not null constraint audit_action check (length(action) between 1 and 100),
  subject_table   text,
  subject_id      uuid,
  before          jsonb,
  after           jsonb,
  row_count       integer not null default 1,
  at              timestamptz not null default now(),
  actor_name      text,
  subject_name    text,
  address         inet,
  request_id      text,
  subject_key     text generated always as (private.search_key(subject_name)) stored,
  words           text generated always as (private.audit_words(subject_name, before, after)) stored,
  part_of         uuid generated always as (private.audit_whole(before, after)) stored,
  constraint audit_actor_name_size check (length(actor_name) <= 300),
  constraint audit_subject_name_size check (length(subject_name) <= 300),
  constraint audit_subject_table_size check (length(subject_table) <= 100),
  constraint audit_request_id_size check (length(request_id) <= 100),
  -- A change keeps at most a hundred rows of limited columns; any other event keeps a few words.
  constraint audit_before_size check (octet_length(before::text) <= case when action ~ '\.(insert|update|delete)$' then 4194304 else 65536 end),
  constraint audit_after_size check (octet_length(after::text) <= case when action ~ '\.(insert|update|delete)$' then 4194304 else 65536 end)
);
create index audit_actor on public.audit (actor, action, at desc);
create index audit_subject on public.audit (subject_id) where subject_id is not null;
create index audit_order on public.audit (tx, id);
-- Newest first in one order everywhere, so that each filter of the page has an index ending in that order.
create index audit_newest on public.audit (at, id);
create index audit_organization on public.audit (organization_id, at, id);
create index audit_action on public.audit (action, at, id);
create index audit_organization_action on public.audit (organization_id, action, at, id);
create index audit_by on public.audit (actor, at, id);
create index audit_organization_by on public.audit (organization_id, actor, at, id);
-- Events of one account that change no row, for their limit (audit/audit-events.function.sql).
create index audit_acts_of on public.audit (actor, at) where position('.' in action) = 0 or action in ('auth.data_change',
  'auth.email_change_requested');
create index audit_words on public.audit using gin (words extensions.gin_trgm_ops);
create index audit_parts on public.audit (part_of, at, id) where part_of is not null;
alter table public.audit enable row level security, force row level security;
comment on table public.audit is 'Changes by people and by the system, append-only. Each row stores the names, since the objects may be gone tomorrow; so it has no foreign keys.';
comment on column public.audit.tx is 'Rows are chained in the order of (tx, id), once no transaction that old can still commit.';
comment on column public.audit.organization_id is 'Null: the installation''s own chain.';
comment on column public.audit.actor is 'Account of the actor. Null: the system itself.';
comment on column public.audit.before is 'Masked: no ciphertext, no HMAC, no token. A change of several rows has an array.';
comment on column public.audit.row_count is 'Rows that changed; before and after hold at most the first hundred.';
comment on column public.audit.subject_name is 'Null when the event names nobody, or several.';
comment on column public.audit.words is 'Every name in the event, for the search.';
comment on column public.audit.part_of is 'The import or bulk change that this event is a part of. The log lists the import or change itself.';

create table public.audit_chain (
  id              uuid primary key default gen_random_uuid(),
  organization_id uuid,
  seq             bigint not null constraint audit_chain_seq check (seq > 0),
  audit_id        uuid not null unique references public.audit (id),
  hmac            text not null constraint audit_chain_hmac check (hmac ~ '^[0-9a-f]{64}$'),
  chained_at       timestamptz not null default now(),
  key_id          text not null constraint audit_chain_key_id check (length(key_id) between 1 and 16),
  row_hmac        text not null constraint audit_chain_row_hmac check (row_hmac ~ '^[0-9a-f]{64}$'),
  unique nulls not distinct (organization_id, seq)
);
create index audit_chain_chained_at on public.audit_chain (chained_at desc);
alter table public.audit_chain enable row level security, force row level security;
comment on table public.audit_chain is 'Entries of the keyed chain over the audit, which shows whether a row was changed afterwards. One half covers the row and one its position, so that a changed row differs from a moved one.';
comment on column public.audit_chain.hmac is 'HMAC(key, previous ‖ row), hex. The key is not in the database.';

create table public.audit_unchained (
  audit_id uuid primary key,
  tx       xid8 not null
);
create index audit_unchained_order on public.audit_unchained (tx, audit_id);
alter table public.audit_unchained enable row level security, force row level security;
comment on table public.audit_unchained is 'Audit rows that are not yet chained. A list and not a cursor, because it also holds rows that commit late, and rows of a restored back-up, whose transaction numbers come from another server.';

create table public.audit_checks (
  id              uuid primary key default gen_random_uuid(),
  started_at      timestamptz not null,
  finished_at     timestamptz not null default clock_timestamp(),
  checked_through timestamptz,
  checked_rows    bigint not null,
  unreadable_rows bigint not null default 0,
  findings        bigint not null,
  first_findings  jsonb not null constraint audit_checks_findings check (jsonb_typeof(first_findings) = 'array'),
  constraint audit_checks_first_findings_size check (octet_length(first_findings::text) <= 131072)
);
create index audit_checks_newest on public.audit_checks (finished_at desc);
alter table public.audit_checks enable row level security, force row level security;
comment on table public.audit_checks is 'Results of the latest checks of the whole chain.';
comment on column public.audit_checks.checked_through is 'Newest row that was checked. Null: there was none.';
comment on column public.audit_checks.unreadable_rows is 'Rows whose key is not in the key ring: neither right nor wrong.';
comment on column public.audit_checks.first_findings is 'The first hundred, in the words of server/audit/audit-chain.rules.ts.';

create table public.audit_keys (
  id         uuid primary key default gen_random_uuid(),
  key_id     text not null constraint audit_keys_key_id check (length(key_id) between 1 and 16),
  voucher_id text not null constraint audit_keys_voucher_id check (length(voucher_id) between 1 and 16),
  chain      text constraint audit_keys_chain check (chain = 'installation' or chain ~ '^[0-9a-f-]{36}$'),
  entries      bigint not null default 0 constraint audit_keys_entries check (entries >= 0),
  mac        text not null constraint audit_keys_mac check (mac ~ '^[0-9a-f]{64}$'),
  at         timestamptz not null default now()
);
create index audit_keys_chain_index on public.audit_keys (chain, key_id);
alter table public.audit_keys enable row level security, force row level security;
comment on table public.audit_keys is 'Keys that ever chained the audit, and how far, vouched for by the next key. An intruder in the database without a key can write nothing here that counts; deleting rows makes the check confirm less, never more.';
comment on column public.audit_keys.voucher_id is 'Key of the HMAC.';
comment on column public.audit_keys.chain is '"installation" or an organisation: its first `entries` entries under key_id were verified. Null: key_id and the voucher were in the ring together.';
