select private.reset_rights('public.door_commands');

grant select on public.door_commands to system_admin, org_admin;
create policy sys on public.door_commands for select to system_admin using (true);
create policy org on public.door_commands for select to org_admin
  -- Orders of system admins at an offered door concern the organisations that used it then; orders of another organisation do not.
  using ((organization_id = (select nullif(current_setting('app.org', true), '')::uuid)
        or organization_id is null and (private.had_door((select nullif(current_setting('app.org', true), '')::uuid), access_point_id, created_at)))
      and access_point_id in (select private.own_offered_doors())
    -- Orders at a gate are the organisation's own, and those whose passage it reads in its log.
    or (organization_id = (select nullif(current_setting('app.org', true), '')::uuid)
        or organization_id is null and exists (select from public.access_logs l
          where l.command_id = door_commands.id and l.organization_id = (select nullif(current_setting('app.org', true), '')::uuid)))
      and controller_id in (select o.controller_id from public.organization_controllers o
        where o.organization_id = (select nullif(current_setting('app.org', true), '')::uuid)));

grant select, insert, update, delete on public.door_commands to portal_engine;
create policy engine on public.door_commands to portal_engine using (true) with check (true);
