select private.reset_rights('public.shared_door_events');

-- System admins see the events themselves, but the view door_log reads this table for every role.
grant select (id, occurred_at, received_at, controller_id, access_point_id, kind, granted, gap_cause, gap_from) on public.shared_door_events
  to system_admin, org_admin;
create policy org on public.shared_door_events for select to org_admin
  using ((select nullif(current_setting('app.org', true), '')::uuid) = any (organization_ids)
    and case when access_point_id is null then controller_id in (select l.controller_id from public.organization_controllers l)
      else access_point_id in (select private.own_offered_doors()) end
    -- The same rule as for own events (door_events.policy.sql).
    and not (coalesce(granted, false)
      and (select exists (select from public.organizations o
             where o.id = nullif(current_setting('app.org', true), '')::uuid and o.kind = 'housing'))
      and (select private.granted_passages_until()) is null));

grant select, insert, delete on public.shared_door_events to portal_engine;
create policy engine on public.shared_door_events to portal_engine using (true) with check (true);
