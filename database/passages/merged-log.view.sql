-- Joins the door_events that the reader may see, the events that others share with them, and the log of gates to one log under
-- the reader's policies. is_shared: the event concerns another organisation's person, or the whole controller. reason is a word of
-- contract/devices.ts at a gate and of contract/door-events.ts at a door. Newest first, the view is read by the indexes of its logs.
-- A reading that may be a car of the reader's people is nobody's passage: while it is unclear,
-- the organisation finds the latest passage with that reading here.
-- macro_executed, opened and duplicate_of are a gate's: its answer, whether its macro was sent, and the repeated passage.
-- search_text: names of the person and the door or gate, as the reader sees them, and the plate as read and without spaces.

drop view if exists public.door_log;
drop view if exists public.merged_log;
create view public.merged_log with (security_invoker = true) as
  select e.source, e.id, e.occurred_at, e.device_time, e.received_at, e.controller_id, e.access_point_id, e.organization_id, e.kind, e.granted,
    e.reason, e.device_reason, e.credential_id, e.is_weekly_code, e.gap_cause, e.gap_from, e.command_id, e.hold_id, e.is_shared, e.plate_number,
    e.removed_controller, e.removed_door, e.macro_executed, e.opened, e.duplicate_of,
    concat_ws(' ', e.plate_number, e.plate_key, u.first_name, u.last_name, r.first_name, r.last_name,
      m.requested_as, h.requested_as, p.door_name, p.name, k.name, e.removed_door, e.removed_controller) as search_text
  from (
    select 'door' as source, id, occurred_at, device_time, received_at, controller_id, access_point_id, organization_id, kind, granted, reason,
      device_reason, credential_id, is_weekly_code, gap_cause, gap_from, command_id, hold_id, false as is_shared,
      null::text as plate_number, null::text as plate_key, removed_controller, removed_door, null::boolean as macro_executed, null::boolean as opened,
      null::uuid as duplicate_of
    from public.door_events
    union all
    select 'door', id, occurred_at, null, received_at, controller_id, access_point_id, null, kind, granted, null,
      null, null, null::boolean, gap_cause, gap_from, null, null, true, null, null, null, null, null, null, null
    from public.shared_door_events
    union all
    select 'gate', id, detected_at, null, detected_at, controller_id, null, organization_id, 'access', access_granted, access_reason,
      null, credential_id, false, null, null, command_id, null, false, plate_number, plate_key, removed_controller, null,
      macro_executed, opened, duplicate_of
    from public.access_logs
    union all
    select 'gate', m.last_passage_id, m.last_read_at, null, m.last_read_at, m.controller_id, null, n.organization_id, 'access', false, 'no_match',
      null, null, false, null, null, null, null, false, m.plate_number, m.plate_key, null, null, null, false, null
    from public.plate_near_misses m
    join (select distinct near_miss_id, organization_id from public.plate_near_miss_candidates where dismissed_at is null) n on n.near_miss_id = m.id
    -- A reader of the whole log has the passage itself.
    where current_user = 'org_admin' and m.last_passage_id is not null
  ) e
  left join public.credentials c on c.id = e.credential_id
  left join public.end_users u on u.id = c.end_user_id
  left join lateral private.removed_person_of(case when c.id is null then e.credential_id end) r on r.credential_id = e.credential_id
  left join public.door_commands m on m.id = e.command_id
  left join public.door_holds h on h.id = e.hold_id
  left join public.access_points p on p.id = e.access_point_id
  left join public.controllers k on k.id = e.controller_id;
grant select on public.merged_log to system_admin, org_admin;

comment on view public.merged_log is
$$What doors and gates did and who asked for access.
@relation controller_id -> controllers(id)
@relation access_point_id -> access_points(id)
@relation credential_id -> credentials(id)
@relation credential_id -> logged_credentials(id)
@relation command_id -> door_commands(id)
@relation hold_id -> door_holds(id)$$;

-- The rows of merged_log that concern doors. The planner leaves out the log of gates, because each part of the view states its kind.
create view public.door_log with (security_invoker = true) as
  select id, occurred_at, device_time, received_at, controller_id, access_point_id, organization_id, kind, granted,
    reason, device_reason, credential_id, is_weekly_code, gap_cause, gap_from, command_id, hold_id, is_shared, search_text,
    removed_controller, removed_door
  from public.merged_log where source = 'door';
grant select on public.door_log to system_admin, org_admin;

comment on view public.door_log is
$$What doors did and who asked for access.
@relation controller_id -> controllers(id)
@relation access_point_id -> access_points(id)
@relation credential_id -> credentials(id)
@relation credential_id -> logged_credentials(id)
@relation command_id -> door_commands(id)
@relation hold_id -> door_holds(id)$$;
