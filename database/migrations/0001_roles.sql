-- run-as: login
-- Roles, schemas and default rights. Roles belong to the whole cluster, so every step can be repeated by another database of the same
-- cluster. Works for a superuser and for a plain CREATEROLE login that owns the database.

do $$
declare
  desired record;
  is_superuser constant boolean := (select rolsuper from pg_roles where rolname = current_user);
begin
  for desired in
    select * from (values
      -- Owns every table. NOINHERIT: it is a member of the service roles only to hand functions over to them, and must not see rows through
      -- their policies.
      ('portal_owner',  'nologin noinherit'),
      -- The server signs in as this role. It owns nothing, and may only switch to one of the other roles.
      ('authenticator', 'login noinherit'),
      ('anon',          'nologin'),
      ('system_admin',  'nologin'),
      ('org_admin',     'nologin'),
      ('portal_auth',   'nologin'),
      ('portal_engine', 'nologin'),
      ('portal_gate',   'nologin'),
      -- Reads everything for a back-up: its own policy on each table lets it see all rows, so a back-up needs no superuser. The server is
      -- not a member and can never become it.
      ('portal_backup', 'nologin')
    ) as role (name, options)
  loop
    if not exists (select from pg_roles where rolname = desired.name) then
      execute format('create role %I %s', desired.name, desired.options);
    end if;
  end loop;

  for desired in
    select unnest(array['anon', 'system_admin', 'org_admin', 'portal_auth', 'portal_engine', 'portal_gate']) as name
  loop
    if not pg_has_role('authenticator', desired.name, 'member') then
      execute format('grant %I to authenticator', desired.name);
    end if;
  end loop;

  for desired in select unnest(array['portal_engine', 'portal_auth']) as name loop
    if not pg_has_role('portal_owner', desired.name, 'member') then
      execute format('grant %I to portal_owner', desired.name);
    end if;
  end loop;

  -- A login that is no superuser must be a member to create objects for portal_owner, and to read as portal_backup. Creating a role
  -- gives ADMIN (PostgreSQL 16) or CREATEROLE suffices (15), but neither includes SET ROLE.
  if not is_superuser then
    for desired in
      select * from (values ('portal_owner', 'set true, inherit true'), ('portal_backup', 'set true')) as role (name, options)
    loop
      if not pg_has_role(current_user, desired.name, 'member') then
        execute format('grant %I to %I', desired.name, current_user);
      end if;
      if current_setting('server_version_num')::int >= 160000 then
        execute format('grant %I to %I with %s', desired.name, current_user, desired.options);
      end if;
    end loop;
  end if;

  -- Granted here and not only in the migration runner, because migrations may create schemas.
  execute format('grant connect, create on database %I to portal_owner', current_database());
end
$$;

create schema if not exists private authorization portal_owner;
create schema auth authorization portal_owner;
create schema if not exists extensions;
-- In a separate schema, so that its functions are not offered as calls of /rest/v1.
create extension if not exists pg_trgm with schema extensions;

create table private.schema_migrations (
  version     integer primary key,
  name        text not null,
  checksum    text not null,
  applied_at  timestamptz not null default now(),
  oldest_code integer not null default 0
);
comment on column private.schema_migrations.oldest_code is
  'Servers whose newest migration is older than this one do not work on the database; 0 when the migration ends none.';
comment on table private.schema_migrations is
  'Migrations that have been applied. The login owns it, and only portal_engine may read it, since a running server must notice that a newer one has migrated the database.';
grant select on private.schema_migrations to portal_engine;

create table private.reapplied_files (
  path       text primary key,
  checksum   text not null,
  applied_at timestamptz not null default now()
);
comment on table private.reapplied_files is 'The re-applied SQL files as they were last applied. The login owns this table, and no portal role may read it.';

revoke all on schema public, auth from public;
grant usage, create on schema public to portal_owner;
grant usage on schema extensions to portal_owner, system_admin, org_admin, portal_engine, portal_gate;
grant usage on schema public to system_admin, org_admin, portal_auth, portal_engine, portal_gate, portal_backup;
grant usage on schema auth to portal_auth, portal_engine, portal_backup;
-- authenticator calls private.enter; the other roles call the functions that are granted to them one by one.
grant usage on schema private to authenticator, system_admin, org_admin, portal_auth, portal_engine, portal_gate;

-- Nobody may call a new function until it is granted.
set local role portal_owner;
alter default privileges revoke execute on functions from public;
set local role portal_engine;
alter default privileges revoke execute on functions from public;
set local role portal_auth;
alter default privileges revoke execute on functions from public;
reset role;
