-- Only the engine reads HMACs.
select private.reset_rights('public.controller_pins');

grant select (controller_id, source_id) on public.controller_pins to system_admin;
create policy sys on public.controller_pins for select to system_admin using (true);

grant select, insert, update, delete on public.controller_pins to portal_engine;
create policy engine on public.controller_pins to portal_engine using (true) with check (true);
