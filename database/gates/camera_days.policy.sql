-- Only the job that reads the log writes this table; table calls may not.
select private.reset_rights('public.camera_days');

grant select on public.camera_days to system_admin, org_admin;
create policy sys on public.camera_days for select to system_admin using (true);
-- An array, so that rows are found by key. Neighbours must not see how much others drive through a shared gate.
create policy org on public.camera_days for select to org_admin
  using (controller_id = any (array(select private.own_sole_controllers())));

grant select, insert, update, delete on public.camera_days to portal_engine;
create policy engine on public.camera_days to portal_engine using (true) with check (true);
