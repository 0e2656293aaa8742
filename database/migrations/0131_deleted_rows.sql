-- Keys of rows that were deleted lately, for those who follow a table: a deleted row cannot be found any more, and what a listener
-- may learn of it is decided by this table's own policies. Forgotten after an hour.

create table public.deleted_rows (
  id         uuid primary key default gen_random_uuid(),
  table_name text not null constraint deleted_rows_table check (table_name in ('access_logs')),
  row_id     uuid not null,
  deleted_at timestamptz not null default clock_timestamp()
);
create index deleted_rows_lately on public.deleted_rows (deleted_at);

alter table public.deleted_rows enable row level security;
alter table public.deleted_rows force row level security;
