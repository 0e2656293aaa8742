select private.reset_rights('public.organization_controllers');

grant select, insert, delete on public.organization_controllers to system_admin;
create policy sys on public.organization_controllers to system_admin using (true) with check (true);

grant select on public.organization_controllers to org_admin;
create policy org on public.organization_controllers for select to org_admin
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert, delete on public.organization_controllers to portal_engine;
create policy engine on public.organization_controllers to portal_engine using (true) with check (true);

grant select on public.organization_controllers to portal_gate;
create policy gate on public.organization_controllers for select to portal_gate using (true);
