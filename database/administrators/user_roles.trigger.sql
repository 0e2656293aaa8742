create or replace trigger keep_a_system_admin_delete after delete on public.user_roles
  referencing old table as old_rows for each statement execute function private.keep_a_system_admin();
create or replace trigger keep_a_system_admin_update after update on public.user_roles
  referencing old table as old_rows for each statement execute function private.keep_a_system_admin();

create or replace trigger end_sessions_of_role after update of role, organization_id, user_id on public.user_roles
  for each row when ((old.role, old.organization_id, old.user_id) is distinct from (new.role, new.organization_id, new.user_id))
  execute function private.end_sessions_of_role();
create or replace trigger end_sessions_of_lost_role after delete on public.user_roles
  for each row execute function private.end_sessions_of_role();
