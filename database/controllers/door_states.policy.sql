select private.reset_rights('public.door_states');

grant select on public.door_states to system_admin, org_admin;
create policy sys on public.door_states for select to system_admin using (true);
create policy org on public.door_states for select to org_admin
  using (access_point_id in (select private.own_offered_doors()));

grant select, insert, update, delete on public.door_states to portal_engine;
create policy engine on public.door_states to portal_engine using (true) with check (true);
