-- Only people/access-groups.function.sql writes this table.
select private.reset_rights('public.access_group_rights');

grant select on public.access_group_rights to system_admin, org_admin;
create policy sys on public.access_group_rights for select to system_admin using (true);
create policy org on public.access_group_rights for select to org_admin
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert, delete, update (valid_from, valid_to, schedule_id) on public.access_group_rights to portal_engine;
create policy engine on public.access_group_rights to portal_engine using (true) with check (true);

grant select (credential_id, controller_id, valid_from, valid_to, schedule_id) on public.access_group_rights to portal_gate;
create policy gate on public.access_group_rights for select to portal_gate using (true);
