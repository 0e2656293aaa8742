select private.reset_rights('public.door_events');

-- Not the weekly code's id, which other organisations' doors know it by too.
grant select (id, occurred_at, device_time, received_at, controller_id, access_point_id, organization_id, kind, granted, reason, device_reason,
    credential_id, is_weekly_code, gap_cause, gap_from, command_id, hold_id,
    removed_controller, removed_door)
  on public.door_events to system_admin, org_admin;
create policy sys on public.door_events for select to system_admin using (true);
create policy org on public.door_events for select to org_admin
  -- In a housing association, who came home when is nobody's business: only refusals and what doors did are shown, and the
  -- others for a while to whoever has given a reason (passages/granted-passages.function.sql).
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid)
    and not (coalesce(granted, false) and kind <> 'remote_open'
      and (select exists (select from public.organizations o
             where o.id = nullif(current_setting('app.org', true), '')::uuid and o.kind = 'housing'))
      and (select private.granted_passages_until()) is null));

grant select, insert, update (credential_id, granted, controller_id, access_point_id, removed_controller, removed_door), delete on public.door_events to portal_engine;
create policy engine on public.door_events to portal_engine using (true) with check (true);
