select private.reset_rights('public.door_holds');

grant select on public.door_holds to system_admin, org_admin;
create policy sys on public.door_holds for select to system_admin using (true);
create policy org on public.door_holds for select to org_admin
  -- An organisation reads its own holds at the doors that it is offered. It reads a system admin's hold if it had the door when the hold
  -- was ordered, and every such hold that has not ended or is not yet confirmed locked.
  using ((organization_id = (select nullif(current_setting('app.org', true), '')::uuid)
      or organization_id is null and (ended_at is null or sent_at is not null and end_confirmed_at is null
        or private.had_door((select nullif(current_setting('app.org', true), '')::uuid), access_point_id, created_at)))
    and access_point_id in (select private.own_offered_doors()));

grant select, insert, update, delete on public.door_holds to portal_engine;
create policy engine on public.door_holds to portal_engine using (true) with check (true);
