-- Only access-groups writes this table, through people/installation-groups.function.sql.
select private.reset_rights('public.installation_groups');

grant select on public.installation_groups to system_admin;
create policy sys on public.installation_groups for select to system_admin using (true);

grant select, insert, update, delete on public.installation_groups to portal_engine;
create policy engine on public.installation_groups to portal_engine using (true) with check (true);
