-- Attempts at doors and gates, in one shape and under the reader's policies. Newest first, it is read by the indexes of both logs: by
-- (occurred_at, id), or of one organisation. reason is a word of contract/devices.ts at a gate and of contract/door-events.ts at a door.
-- For a deleted place the id is null; its name is given, like that of a removed person.

drop view if exists public.passages;
create view public.passages with (security_invoker = true) as
  select p.source, p.id, p.occurred_at, p.organization_id, p.controller_id, coalesce(k.name, p.removed_controller) as controller_name,
    p.access_point_id, coalesce(nullif(a.door_name, ''), a.name, p.removed_door) as access_point_name, p.granted, p.reason,
    p.credential_id,
    coalesce(u.id, r.end_user_id) as end_user_id, coalesce(u.first_name, r.first_name) as first_name, coalesce(u.last_name, r.last_name) as last_name,
    p.plate_number
  from (
    select 'gate' as source, l.id, l.detected_at as occurred_at, l.organization_id, l.controller_id, null::uuid as access_point_id,
      l.access_granted as granted, l.access_reason as reason, l.credential_id, l.plate_number, 'access' as kind, l.removed_controller, null::text as removed_door
    from public.access_logs l
    union all
    select 'door' as source, e.id, e.occurred_at, e.organization_id, e.controller_id, e.access_point_id,
      e.granted, e.reason, e.credential_id, null::text as plate_number, e.kind, e.removed_controller, e.removed_door
    from public.door_events e
  ) p
  left join public.controllers k on k.id = p.controller_id
  left join public.access_points a on a.id = p.access_point_id
  left join public.credentials c on c.id = p.credential_id
  left join public.end_users u on u.id = c.end_user_id
  left join lateral private.removed_person_of(case when c.id is null then p.credential_id end) r on r.credential_id = p.credential_id
  -- The condition is here, since a union member with its own condition is read whole and sorted.
  where p.kind = 'access';
grant select on public.passages to system_admin, org_admin;
