-- Back-ups.

create table public.backups (
  id          uuid primary key,
  taken_at    timestamptz not null,
  finished_at timestamptz not null,
  verified_at timestamptz,
  file_name   text not null constraint backups_file_name check (length(file_name) between 1 and 255),
  bytes       bigint not null,
  row_count   bigint not null
);
create index backups_newest on public.backups (taken_at desc);
alter table public.backups enable row level security, force row level security;
comment on table public.backups is 'Back-ups that were made. The file is elsewhere, and nothing here helps to open it.';
comment on column public.backups.id is 'Also in the file''s header.';
comment on column public.backups.taken_at is 'The moment of the file''s snapshot.';
comment on column public.backups.verified_at is 'When the file was read back from the disk, decrypted and counted. Null: not read back.';
