select private.reset_rights('public.alerts');

grant select on public.alerts to system_admin;
create policy sys on public.alerts for select to system_admin using (true);

grant select, insert, update, delete on public.alerts to portal_engine;
create policy engine on public.alerts to portal_engine using (true) with check (true);
