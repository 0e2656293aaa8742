-- run-as: portal_engine
-- Keeps the last system admin; concurrent removals wait for one lock.
create or replace function private.keep_a_system_admin() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if exists (select from old_rows where role = 'system_admin') then
      perform pg_advisory_xact_lock(7276114002);
      if not exists (select from public.user_roles where role = 'system_admin') then
        raise restrict_violation using
          message = 'the last system administrator cannot be removed',
          schema = 'public', table = 'user_roles', constraint = 'user_roles_last_system_admin';
      end if;
    end if;
    return null;
  end
  $$;

grant execute on function private.keep_a_system_admin() to portal_owner;
