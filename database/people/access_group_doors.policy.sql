-- Only access-groups and end-user-manager write this table, through people/save-access-group.function.sql.
select private.reset_rights('public.access_group_doors');

grant select on public.access_group_doors to system_admin, org_admin;
create policy sys on public.access_group_doors for select to system_admin using (true);
create policy org on public.access_group_doors for select to org_admin
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert, delete, update (schedule_id) on public.access_group_doors to portal_engine;
create policy engine on public.access_group_doors to portal_engine using (true) with check (true);
