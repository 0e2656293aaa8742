select private.reset_rights('public.door_holds');

grant select on public.door_holds to system_admin, org_admin;
create policy sys on public.door_holds for select to system_admin using (true);
create policy org on public.door_holds for select to org_admin
  -- Orders of system admins at an offered door concern the organisations that used it then; orders of another organisation do not. A door
  -- that stands unlocked, or may, concerns the organisations that have it now.
  using ((organization_id = (select nullif(current_setting('app.org', true), '')::uuid)
      or organization_id is null and (ended_at is null or sent_at is not null and end_confirmed_at is null
        or private.had_door((select nullif(current_setting('app.org', true), '')::uuid), access_point_id, created_at)))
    and access_point_id in (select private.own_offered_doors()));

grant select, insert, update, delete on public.door_holds to portal_engine;
create policy engine on public.door_holds to portal_engine using (true) with check (true);
