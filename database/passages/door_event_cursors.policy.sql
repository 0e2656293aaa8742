select private.reset_rights('public.door_event_cursors');

grant select on public.door_event_cursors to system_admin;
create policy sys on public.door_event_cursors for select to system_admin using (true);

grant select, insert, update on public.door_event_cursors to portal_engine;
create policy engine on public.door_event_cursors to portal_engine using (true) with check (true);
