-- The log of doors: what the reader sees of door_events, and what is shared with them of others' events. is_shared: another
-- organisation's person, or of the whole controller. search_text: names of the person and the door, as the reader sees them.

drop view if exists public.door_log;
create view public.door_log with (security_invoker = true) as
  select e.id, e.occurred_at, e.device_time, e.received_at, e.controller_id, e.access_point_id, e.organization_id, e.kind, e.granted,
    e.reason, e.device_reason, e.credential_id, e.weekly_code_id, e.gap_cause, e.gap_from, e.command_id, e.hold_id, e.is_shared,
    concat_ws(' ', u.first_name, u.last_name, m.requested_as, h.requested_as, p.door_name, p.name, k.name) as search_text
  from (
    select id, occurred_at, device_time, received_at, controller_id, access_point_id, organization_id, kind, granted, reason,
      device_reason, credential_id, weekly_code_id, gap_cause, gap_from, command_id, hold_id, false as is_shared
    from public.door_events
    union all
    select id, occurred_at, null, received_at, controller_id, access_point_id, null, kind, granted, null,
      null, null, null, gap_cause, gap_from, null, null, true
    from public.shared_door_events
  ) e
  left join public.credentials c on c.id = e.credential_id
  left join public.end_users u on u.id = c.end_user_id
  left join public.door_commands m on m.id = e.command_id
  left join public.door_holds h on h.id = e.hold_id
  left join public.access_points p on p.id = e.access_point_id
  left join public.controllers k on k.id = e.controller_id;
grant select on public.door_log to system_admin, org_admin;

comment on view public.door_log is
$$What doors did and who asked for access.
@relation controller_id -> controllers(id)
@relation access_point_id -> access_points(id)
@relation credential_id -> credentials(id)
@relation command_id -> door_commands(id)
@relation hold_id -> door_holds(id)$$;
