select private.reset_rights('public.door_watches');

grant select, insert, update, delete on public.door_watches to portal_engine;
create policy engine on public.door_watches to portal_engine using (true) with check (true);
