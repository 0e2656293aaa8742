-- Only access-groups writes this table, through people/installation-groups.function.sql.
select private.reset_rights('public.installation_group_doors');

grant select on public.installation_group_doors to system_admin;
create policy sys on public.installation_group_doors for select to system_admin using (true);

grant select, insert, delete, update (schedule_id) on public.installation_group_doors to portal_engine;
create policy engine on public.installation_group_doors to portal_engine using (true) with check (true);
