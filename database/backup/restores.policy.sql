select private.reset_rights('public.restores');

grant select on public.restores to system_admin;
create policy sys on public.restores for select to system_admin using (true);

grant select, insert, update, delete on public.restores to portal_engine;
create policy engine on public.restores to portal_engine using (true) with check (true);
