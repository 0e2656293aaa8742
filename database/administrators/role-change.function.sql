-- run-as: portal_auth
-- Ends the sessions of a role that is changed or removed, because the next role would revive them.

create or replace function private.end_sessions_of_role() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform auth.revoke_sessions(old.user_id, 'role_changed');
    if tg_op = 'UPDATE' and new.user_id <> old.user_id then
      perform auth.revoke_sessions(new.user_id, 'role_changed');
    end if;
    return null;
  end
  $$;
grant execute on function private.end_sessions_of_role() to portal_owner;
