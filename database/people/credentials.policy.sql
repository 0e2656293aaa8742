-- Secret columns have no grant: display_value shows a plate, or dots for a PIN.
select private.reset_rights('public.credentials');

grant select (id, organization_id, end_user_id, credential_type, vehicle_type, validity_period, valid_from, valid_to,
    enabled, axxon_vehicle_id, created_at, display_value, plate_key),
  insert (id, end_user_id, credential_type, credential_value, vehicle_type, validity_period, valid_from, valid_to,
    enabled, axxon_vehicle_id),
  update (credential_value, vehicle_type, validity_period, valid_from, valid_to, enabled, axxon_vehicle_id),
  delete
  on public.credentials to system_admin, org_admin;
grant insert (organization_id) on public.credentials to system_admin;
create policy sys on public.credentials to system_admin using (true) with check (true);
create policy org on public.credentials to org_admin
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (organization_id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert, update, delete on public.credentials to portal_engine;
create policy engine on public.credentials to portal_engine using (true) with check (true);

grant select (id, plate_key, credential_type, enabled, valid_from, valid_to, organization_id, end_user_id, created_at)
  on public.credentials to portal_gate;
create policy gate on public.credentials for select to portal_gate using (true);
