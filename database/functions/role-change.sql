-- run-as: portal_auth
-- No session outlives a change of what it was opened for: another role, or another organisation, is signed in to anew.

create or replace function private.end_sessions_of_role() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform auth.revoke_sessions(new.user_id, 'role_changed');
    return null;
  end
  $$;
grant execute on function private.end_sessions_of_role() to portal_owner;
