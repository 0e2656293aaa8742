-- Rows are never changed: an update could redirect one. The controller's worker stores the tokens that it wrote.
select private.reset_rights('public.controller_assignments');

grant select, delete on public.controller_assignments to system_admin, org_admin;
grant insert (id, credential_id, controller_id, access_point_id, axis_user_token, axis_credential_token)
  on public.controller_assignments to system_admin, org_admin;
grant insert (organization_id) on public.controller_assignments to system_admin;
create policy sys on public.controller_assignments to system_admin using (true) with check (true);
create policy org on public.controller_assignments to org_admin
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (organization_id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert, delete on public.controller_assignments to portal_engine;
grant update (axis_user_token, axis_credential_token) on public.controller_assignments to portal_engine;
create policy engine on public.controller_assignments to portal_engine using (true) with check (true);

grant select (id, credential_id, controller_id, organization_id) on public.controller_assignments to portal_gate;
create policy gate on public.controller_assignments for select to portal_gate using (true);
