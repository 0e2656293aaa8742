select private.reset_rights('public.controller_sync');

grant select on public.controller_sync to system_admin;
create policy sys on public.controller_sync for select to system_admin using (true);

grant select, insert, update on public.controller_sync to portal_engine;
create policy engine on public.controller_sync to portal_engine using (true) with check (true);
