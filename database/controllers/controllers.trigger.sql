create or replace trigger keep_device_type before update of device_type on public.controllers
  for each row execute function private.keep_device_type();

create or replace trigger refuse_ambiguous_address before insert or update of device_ip on public.controllers
  for each row execute function private.refuse_ambiguous_address();
create or replace trigger guard_moved before update on public.controllers for each row
  when ((old.device_ip, old.device_port, old.device_type, old.allow_plain_http)
    is distinct from (new.device_ip, new.device_port, new.device_type, new.allow_plain_http))
  execute function private.guard_moved_controller();
create or replace trigger guard_account before update of username, macro_id on public.controllers for each row
  when ((old.username, old.macro_id) is distinct from (new.username, new.macro_id))
  execute function private.guard_trust();
create or replace trigger guard_relay_request before update of relay_request on public.controllers for each row
  when (old.relay_request is distinct from new.relay_request) execute function private.guard_relay_request();
create or replace trigger clear_certificate before update on public.controllers for each row
  when (old.cert_sha256 is distinct from new.cert_sha256) execute function private.clear_certificate();
create or replace trigger clear_sign_in before update on public.controllers for each row
  when ((old.device_ip, old.device_port, old.device_type, old.username, old.password_encrypted, old.relay_request ->> 'sign_in')
    is distinct from (new.device_ip, new.device_port, new.device_type, new.username, new.password_encrypted, new.relay_request ->> 'sign_in'))
  execute function private.clear_sign_in();
create or replace trigger guard_new_trust before insert on public.controllers for each row
  when (new.allow_old_tls) execute function private.guard_trust();
create or replace trigger guard_trust before update on public.controllers for each row
  when ((old.cert_sha256, old.allow_old_tls, old.cert_accepted_at, old.serial, old.webhook_user, old.webhook_hash, old.webhook_secret, old.webhook_previous_hash,
      old.webhook_previous_until, old.webhook_previous_ends_on_use)
    is distinct from (new.cert_sha256, new.allow_old_tls, new.cert_accepted_at, new.serial, new.webhook_user, new.webhook_hash, new.webhook_secret, new.webhook_previous_hash,
      new.webhook_previous_until, new.webhook_previous_ends_on_use))
  execute function private.guard_trust();
create or replace trigger keep_removed_name before delete on public.controllers
  for each row execute function private.keep_removed_controller();
create or replace trigger keep_removed_name before delete on public.access_points
  for each row execute function private.keep_removed_door();
create or replace trigger clear_shared_system after delete on public.controllers
  referencing old table as old_rows for each statement execute function private.clear_shared_system();
