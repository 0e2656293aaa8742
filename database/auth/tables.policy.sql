-- Only portal_auth may use the tables of schema auth. Their owner sees no row, and no portal role sees the schema.

do $$
declare
  t regclass;
begin
  for t in select c.oid from pg_catalog.pg_class c where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r' loop
    perform private.reset_rights(t);
    execute format('grant select, insert, update, delete on %s to portal_auth', t);
    execute format('create policy auth_all on %s to portal_auth using (true) with check (true)', t);
  end loop;
end
$$;

-- The administration reads which accounts and sessions exist, but none of their secrets.
grant select (id, email, email_normalised, must_change_password, password_changed_at, email_confirmed_at, banned_until,
  last_sign_in_at, raw_user_meta_data, created_at, updated_at, deleted_at) on auth.users to portal_engine;
create policy engine_read on auth.users for select to portal_engine using (true);
grant select on auth.sessions to portal_engine;
create policy engine_read on auth.sessions for select to portal_engine using (true);
