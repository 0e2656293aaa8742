-- Back-ups.

create table public.backups (
  id                  uuid primary key,
  kind                text not null default 'console' constraint backups_kind check (kind in ('nightly', 'manual', 'console', 'update', 'found')),
  state               text not null default 'done' constraint backups_state check (state in ('queued', 'writing', 'reading', 'done', 'failed')),
  made_by             uuid,
  requested_at        timestamptz not null default now(),
  taken_at            timestamptz,
  finished_at         timestamptz,
  verified_at         timestamptz,
  verify_requested_at timestamptz,
  file_name           text not null constraint backups_file_name check (length(file_name) between 1 and 255),
  bytes               bigint,
  row_count           bigint,
  version             text constraint backups_version check (length(version) between 1 and 100),
  people              integer,
  doors               integer,
  migration           integer,
  error               text constraint backups_error check (length(error) between 1 and 100),
  progress            real not null default 0 constraint backups_progress check (progress between 0 and 1),
  lease_owner         uuid,
  lease_until         timestamptz,
  copied_at           timestamptz,
  copy_error          text constraint backups_copy_error check (length(copy_error) between 1 and 100),
  copy_due_at         timestamptz not null default now(),
  constraint backups_whole check (state <> 'done' or (taken_at is not null and finished_at is not null and bytes is not null and row_count is not null)),
  constraint backups_failed check (state <> 'failed' or (finished_at is not null and error is not null))
);
create index backups_newest on public.backups (taken_at desc);
-- One at a time, over all servers.
create unique index backups_one_at_a_time on public.backups ((true)) where state in ('queued', 'writing', 'reading');
alter table public.backups enable row level security, force row level security;
comment on table public.backups is 'Back-ups that were made, are being made or failed. The file is elsewhere, and nothing here helps to open it.';
comment on column public.backups.id is 'Also in the file''s header.';
comment on column public.backups.kind is 'nightly: by the portal''s job; manual: from the page; console: npm run backup; update: by a server before it migrates; found: a file in the folder without a row.';
comment on column public.backups.made_by is 'Account that asked for the back-up on the page. Null: the portal itself or the console.';
comment on column public.backups.taken_at is 'The moment of the file''s snapshot.';
comment on column public.backups.verified_at is 'When the file was last read back from the disk, decrypted and counted. Null: not read back, or not readable.';
comment on column public.backups.verify_requested_at is 'A server that has the file reads it back soon.';
comment on column public.backups.version is 'Version of the portal that made the file, as the file says. Null: not read yet.';
comment on column public.backups.people is 'Number of people in the file. Null: not read yet.';
comment on column public.backups.doors is 'Number of doors and gates in the file. Null: not read yet.';
comment on column public.backups.migration is 'Newest migration of the file''s schema. Null: not read yet.';
comment on column public.backups.error is 'Code of the reason why the back-up was not made, or why its file could not be read back.';
comment on column public.backups.progress is 'Share of the file written or read.';
comment on column public.backups.copied_at is 'When a copy in S3 was written and read back. Null: there is none.';
comment on column public.backups.copy_error is 'Code of the reason why there is no copy in S3, or none that can be read.';
comment on column public.backups.copy_due_at is 'A server that has the file copies it to S3 from then on, unless it is copied. Moved on by the server that does.';
comment on column public.backups.lease_owner is 'Server that makes the back-up. An expired lease means that this server ended.';

create table public.restores (
  id           uuid primary key default gen_random_uuid(),
  backup_id    uuid not null,
  file_name    text not null constraint restores_file_name check (length(file_name) between 1 and 255),
  state        text not null default 'queued' constraint restores_state check (state in ('queued', 'checking', 'saving', 'loading', 'replacing', 'failed')),
  requested_by uuid,
  requested_at timestamptz not null default now(),
  finished_at  timestamptz,
  error        text constraint restores_error check (length(error) between 1 and 100),
  progress     real not null default 0 constraint restores_progress check (progress between 0 and 1),
  lease_owner  uuid,
  lease_until  timestamptz,
  constraint restores_failed check (state <> 'failed' or (finished_at is not null and error is not null))
);
-- One at a time, over all servers.
create unique index restores_one_at_a_time on public.restores ((true)) where state <> 'failed';
alter table public.restores enable row level security, force row level security;
comment on table public.restores is 'Restore that a system admin asked for, while it runs or after it failed. A restore that succeeds puts another database in this one''s place, in which restore_state describes it.';
comment on column public.restores.backup_id is 'Id in the file''s header.';
comment on column public.restores.requested_by is 'Account that asked for the restore on the page.';
comment on column public.restores.error is 'Code of the reason why nothing was restored.';
comment on column public.restores.progress is 'Share of the step that is done.';
comment on column public.restores.lease_owner is 'Server that restores. An expired lease means that this server ended.';
