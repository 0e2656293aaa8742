select private.reset_rights('public.device_sync');

grant select on public.device_sync to system_admin, org_admin;
create policy sys on public.device_sync for select to system_admin using (true);
create policy org on public.device_sync for select to org_admin
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert, update, delete on public.device_sync to portal_engine;
create policy engine on public.device_sync to portal_engine using (true) with check (true);
