select private.reset_rights('public.organization_access_points');

grant select, insert, delete on public.organization_access_points to system_admin;
create policy sys on public.organization_access_points to system_admin using (true) with check (true);

grant select on public.organization_access_points to org_admin;
create policy org on public.organization_access_points for select to org_admin
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert, delete on public.organization_access_points to portal_engine;
create policy engine on public.organization_access_points to portal_engine using (true) with check (true);
