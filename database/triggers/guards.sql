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

-- functions/controller-secrets.sql
create or replace trigger hold_moved before update on public.controllers for each row
  when ((old.device_ip, old.device_port, old.device_type, old.allow_plain_http)
    is distinct from (new.device_ip, new.device_port, new.device_type, new.allow_plain_http))
  execute function private.hold_moved_controller();
create or replace trigger hold_trust before update on public.controllers for each row
  when ((old.cert_sha256, old.serial, old.webhook_user, old.webhook_hash, old.webhook_secret, old.webhook_previous_hash,
      old.webhook_previous_until, old.webhook_previous_ends_on_use)
    is distinct from (new.cert_sha256, new.serial, new.webhook_user, new.webhook_hash, new.webhook_secret, new.webhook_previous_hash,
      new.webhook_previous_until, new.webhook_previous_ends_on_use))
  execute function private.hold_trust();

create or replace trigger hold_trust before update on public.installation_webhook for each row
  when (old is distinct from new) execute function private.hold_trust();

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

-- functions/pin-reservations.sql
drop trigger if exists settle on private.pin_claims;
create constraint trigger settle after insert on private.pin_claims
  deferrable initially deferred for each row execute function private.settle_pin_claims();
create or replace trigger pin_quota after insert on public.credentials
  referencing new table as new_rows for each statement execute function private.keep_pin_quota();
