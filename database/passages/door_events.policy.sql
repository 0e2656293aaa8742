select private.reset_rights('public.door_events');

-- The weekly code's id is left out, because other organisations' doors know it too.
grant select (id, occurred_at, device_time, received_at, controller_id, access_point_id, organization_id, kind, granted, reason, device_reason,
    credential_id, is_weekly_code, gap_cause, gap_from, command_id, hold_id,
    removed_controller, removed_door)
  on public.door_events to system_admin, org_admin;
create policy sys on public.door_events for select to system_admin using (true);
create policy org on public.door_events for select to org_admin
  -- In a housing association nobody may see who came home when: only refusals and the doors' own events are shown. Granted passages are
  -- shown for a while to a person who has given a reason (passages/granted-passages.function.sql).
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid)
    and not (coalesce(granted, false) and kind <> 'remote_open'
      and (select exists (select from public.organizations o
             where o.id = nullif(current_setting('app.org', true), '')::uuid and o.kind = 'housing'))
      and (select private.granted_passages_until()) is null));

grant select, insert, update (credential_id, granted, controller_id, access_point_id, removed_controller, removed_door), delete on public.door_events to portal_engine;
create policy engine on public.door_events to portal_engine using (true) with check (true);
