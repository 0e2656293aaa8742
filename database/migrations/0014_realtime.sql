-- Deleted rows, for listeners.

create table public.deleted_rows (
  id         uuid primary key default gen_random_uuid(),
  table_name text not null constraint deleted_rows_table check (table_name in ('access_logs')),
  row_id     uuid not null,
  deleted_at timestamptz not null default clock_timestamp()
);
create index deleted_rows_lately on public.deleted_rows (deleted_at);
alter table public.deleted_rows enable row level security, force row level security;
comment on table public.deleted_rows is 'Keys of rows deleted within the last hour, for realtime listeners. This table''s policies decide what a listener may learn about a deleted row.';
