select private.reset_rights('public.lane_pause');

grant select on public.lane_pause to system_admin;
create policy sys on public.lane_pause for select to system_admin using (true);

grant select, insert, delete on public.lane_pause to portal_engine;
create policy engine on public.lane_pause to portal_engine using (true) with check (true);
