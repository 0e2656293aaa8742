-- Only functions write secrets and trust; a trigger requires a step-up for a move.
select private.reset_rights('public.controllers');

grant select (id, name, device_type, device_ip, device_port, username, password_mask, enabled, macro_id, last_sync,
    organization_id, created_at, webhook_user, webhook_previous_until, webhook_previous_ends_on_use, webhook_rotated_at,
    cert_sha256, serial, allow_plain_http, allow_old_tls, tls_version, list_sync, relay_request, frame_source, model, firmware, cert_subject, cert_valid_to, cert_accepted_at, whole_days, keeps_hours, shares_system_with, disabled_macro_id, missing_macro_id, push_skew_ms, refused_at, refused_cause),
  insert (id, name, device_type, device_ip, device_port, username, enabled, macro_id, organization_id, list_sync),
  update (name, device_type, device_ip, device_port, username, enabled, macro_id, organization_id, list_sync),
  delete
  on public.controllers to system_admin;
create policy sys on public.controllers to system_admin using (true) with check (true);

grant select (id, name, device_type, device_ip, device_port, enabled, last_sync, list_sync, keeps_hours, created_at) on public.controllers to org_admin;
create policy org on public.controllers for select to org_admin
  using (id in (select controller_id from public.organization_controllers
                where organization_id = (select nullif(current_setting('app.org', true), '')::uuid)));

grant select, insert, update, delete on public.controllers to portal_engine;
create policy engine on public.controllers to portal_engine using (true) with check (true);

grant select (id, name, device_type, device_ip, device_port, username, password_encrypted, enabled, macro_id,
  webhook_user, webhook_hash, webhook_previous_hash, webhook_previous_until, cert_sha256, serial, allow_plain_http, relay_request,
  sign_in_digest, sign_in_refusals, sign_in_held_until, sign_in_version) on public.controllers to portal_gate;
create policy gate on public.controllers for select to portal_gate using (true);
