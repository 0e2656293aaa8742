select private.reset_rights('public.controller_delays');

grant select, insert, update, delete on public.controller_delays to portal_engine;
create policy engine on public.controller_delays to portal_engine using (true) with check (true);
