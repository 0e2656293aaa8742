-- Rules that no policy can express. Functions: functions/guards.sql.

create or replace trigger keep_a_system_admin_delete after delete on public.user_roles
  referencing old table as old_rows for each statement execute function private.keep_a_system_admin();
create or replace trigger keep_a_system_admin_update after update on public.user_roles
  referencing old table as old_rows for each statement execute function private.keep_a_system_admin();

-- functions/role-change.sql
create or replace trigger end_sessions_of_role after update of role, organization_id, user_id on public.user_roles
  for each row when ((old.role, old.organization_id, old.user_id) is distinct from (new.role, new.organization_id, new.user_id))
  execute function private.end_sessions_of_role();
create or replace trigger end_sessions_of_lost_role after delete on public.user_roles
  for each row execute function private.end_sessions_of_role();

-- functions/mfa-requirement.sql
create or replace trigger keep_mfa_requirement before update of required on public.mfa_requirements
  for each row when (old.required and not new.required) execute function private.keep_mfa_requirement();

create or replace trigger keep_device_type before update of device_type on public.controllers
  for each row execute function private.keep_device_type();

drop trigger if exists require_receipt on public.device_sync;
create constraint trigger require_receipt after delete on public.device_sync
  deferrable initially deferred for each row execute function private.require_receipt();

create or replace trigger refuse_change before update or delete or truncate on public.sync_receipts
  for each statement execute function private.refuse_change();
create or replace trigger refuse_change before update or delete or truncate on public.audit
  for each statement execute function private.refuse_change();
create or replace trigger refuse_change before update or delete or truncate on public.audit_seals
  for each statement execute function private.refuse_change();
create or replace trigger refuse_change before update or delete or truncate on public.audit_checks
  for each statement execute function private.refuse_change();
create or replace trigger refuse_change before update or delete or truncate on public.audit_keys
  for each statement execute function private.refuse_change();
