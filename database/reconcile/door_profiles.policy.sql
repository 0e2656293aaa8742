select private.reset_rights('public.door_profiles');

grant select on public.door_profiles to system_admin;
create policy sys on public.door_profiles for select to system_admin using (true);

grant select, insert, update, delete on public.door_profiles to portal_engine;
create policy engine on public.door_profiles to portal_engine using (true) with check (true);
