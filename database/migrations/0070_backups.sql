-- Back-ups and what follows a restored one.

-- As in 0003, and the back-up reads every table: a table whose policies are set anew is let through again by this.
create or replace function private.reset_rights(p_table regclass) returns void
  language plpgsql
  set search_path = ''
  as $$
  declare
    policy_name name;
  begin
    for policy_name in select polname from pg_catalog.pg_policy where polrelid = p_table loop
      execute format('drop policy %I on %s', policy_name, p_table);
    end loop;
    execute format('revoke all on %s from public, anon, system_admin, org_admin, portal_auth, portal_engine, portal_gate, portal_backup', p_table);
    execute format('grant select on %s to portal_backup', p_table);
    execute format('create policy backup on %s for select to portal_backup using (true)', p_table);
  end
  $$;

-- What was backed up when. The file itself is elsewhere, and this row says nothing that helps to open it.
create table public.backups (
  -- Also in the file's header.
  id          uuid primary key,
  -- The moment that the file shows.
  taken_at    timestamptz not null,
  finished_at timestamptz not null,
  -- Read back from the disk, decrypted and counted; null = written and not read back.
  verified_at timestamptz,
  file_name   text not null constraint backups_file_name check (length(file_name) between 1 and 255),
  bytes       bigint not null,
  row_count   bigint not null
);
create index backups_newest on public.backups (taken_at desc);

-- One row from a restore until a system admin has seen what devices hold and says go on. Until then no gate opens: whose plate
-- was taken away after the back-up, this database does not know.
create table public.restore_state (
  id          boolean primary key default true constraint restore_state_one check (id),
  backup_id   uuid not null,
  taken_at    timestamptz not null,
  restored_at timestamptz not null default now()
);

-- What a device held that the restored database does not say, in the words of contract/functions/restore-control.ts.
create table public.restore_reports (
  controller_id uuid primary key references public.controllers (id) on delete cascade,
  inspected_at  timestamptz not null,
  -- Why the device could not be read; null = it was.
  error         text constraint restore_reports_error check (length(error) <= 100),
  total_items   integer not null,
  items         jsonb not null constraint restore_reports_items check (jsonb_typeof(items) = 'array')
);

-- Set by a restore: nothing is sent to this controller until somebody has compared it with the database and said go on.
alter table public.controller_sync add column restored_at timestamptz;

do $$
declare
  t regclass;
begin
  foreach t in array array['public.backups', 'public.restore_state', 'public.restore_reports']::regclass[] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
  end loop;
  for t in select c.oid from pg_catalog.pg_class c
    where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'p') and not c.relispartition
  loop
    execute format('grant select on %s to portal_backup', t);
    execute format('create policy backup on %s for select to portal_backup using (true)', t);
  end loop;
end
$$;

