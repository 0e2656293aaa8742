-- run-as: login
-- Roles, schemas and default rights. Roles belong to the whole cluster, so every step can be repeated by
-- another database of the same cluster. Works for a superuser and for a plain CREATEROLE login that owns the database.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      -- Owns every table. NOINHERIT: it is a member of the service roles only to hand functions over to them, and
      -- must not see rows through their policies.
      ('portal_owner',  'nologin noinherit'),
      -- What the server signs in as. Owns nothing, has no right of its own but to become one of the others.
      ('authenticator', 'login noinherit'),
      ('anon',          'nologin'),
      ('system_admin',  'nologin'),
      ('org_admin',     'nologin'),
      ('portal_auth',   'nologin'),
      ('portal_engine', 'nologin'),
      ('portal_gate',   'nologin')
    ) as role (name, options)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.options);
    end if;
  end loop;

  for wanted in
    select unnest(array['anon', 'system_admin', 'org_admin', 'portal_auth', 'portal_engine', 'portal_gate']) as name
  loop
    if not pg_has_role('authenticator', wanted.name, 'member') then
      execute format('grant %I to authenticator', wanted.name);
    end if;
  end loop;

  for wanted in select unnest(array['portal_engine', 'portal_auth']) as name loop
    if not pg_has_role('portal_owner', wanted.name, 'member') then
      execute format('grant %I to portal_owner', wanted.name);
    end if;
  end loop;

  -- A login that is no superuser must be a member to create objects for portal_owner. Creating a role gives
  -- ADMIN (PostgreSQL 16) or CREATEROLE suffices (15), but neither includes SET ROLE.
  if not (select rolsuper from pg_roles where rolname = current_user) and not pg_has_role(current_user, 'portal_owner', 'member') then
    execute format('grant portal_owner to %I', current_user);
  end if;
  if current_setting('server_version_num')::int >= 160000
     and not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant portal_owner to %I with set true, inherit true', current_user);
  end if;

  -- Here and not only in the migration runner, because 0002 may create schemas.
  execute format('grant connect, create on database %I to portal_owner', current_database());
end
$$;

create schema if not exists private authorization portal_owner;
create schema if not exists extensions;
-- In a schema of its own, so that its functions are not offered as calls of /rest/v1.
create extension if not exists pg_trgm with schema extensions;

-- What has been applied. Owned by the login, out of reach of every portal role.
create table private.schema_migrations (
  version    integer primary key,
  name       text not null,
  checksum   text not null,
  applied_at timestamptz not null default now()
);
create table private.reapplied_files (
  path       text primary key,
  checksum   text not null,
  applied_at timestamptz not null default now()
);

revoke all on schema public from public;
grant usage, create on schema public to portal_owner;
grant usage on schema extensions to portal_owner, system_admin, org_admin, portal_engine, portal_gate;
grant usage on schema public to system_admin, org_admin, portal_auth, portal_engine, portal_gate;
-- authenticator: private.enter. The others: the functions that are granted to them one by one.
grant usage on schema private to authenticator, system_admin, org_admin, portal_auth, portal_engine, portal_gate;

-- A new function is nobody's until it is granted.
set local role portal_owner;
alter default privileges revoke execute on functions from public;
set local role portal_engine;
alter default privileges revoke execute on functions from public;
set local role portal_auth;
alter default privileges revoke execute on functions from public;
reset role;
