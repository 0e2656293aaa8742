select private.reset_rights('public.access_group_versions');

grant select, insert, update, delete on public.access_group_versions to portal_engine;
create policy engine on public.access_group_versions to portal_engine using (true) with check (true);
