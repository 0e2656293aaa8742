select private.reset_rights('public.access_points');

grant select, delete on public.access_points to system_admin;
grant insert (id, controller_id, name, door_name, description, enabled),
  update (name, door_name, description, enabled, pin_alone, hours_schedule_id) on public.access_points to system_admin;
create policy sys on public.access_points to system_admin using (true) with check (true);

-- Forms need the PIN lengths, the specification uses `select=*`, and a token alone opens nothing.
grant select on public.access_points to org_admin;
create policy org on public.access_points for select to org_admin
  using (controller_id in (select controller_id from public.organization_controllers
                           where organization_id = (select nullif(current_setting('app.org', true), '')::uuid)));

grant select, insert, update, delete on public.access_points to portal_engine;
create policy engine on public.access_points to portal_engine using (true) with check (true);
