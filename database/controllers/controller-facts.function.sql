-- run-as: portal_engine
-- Returns a worker's state, a gate's last answer and its camera's last call, as codes and times. public.controller_states joins them with
-- the visible controllers.

-- silent: three heartbeats are missing, which the portal has set to every five minutes.
create or replace function private.controller_facts()
  returns table (controller_id uuid, last_error text, attempts integer, next_try_at timestamptz, working boolean,
    last_full_at timestamptz, gate_answered boolean, gate_asked_at timestamptz,
    pushed_at timestamptz, silent boolean, keeps_list boolean)
  language sql stable security definer rows 100
  set search_path = ''
  as $$
    select c.id, s.last_error, s.attempts, s.next_try_at, s.lease_owner is not null and s.lease_until > clock_timestamp(),
      s.last_full_at, gate.macro_executed, gate.detected_at,
      c.pushed_at, coalesce(greatest(c.pushed_at, c.heartbeat_from) < now() - interval '16 minutes' and c.heartbeat_from is not null, false),
      not private.is_door_type(c.device_type) and c.list_sync
    from public.controllers c
    left join public.controller_sync s on s.controller_id = c.id
    -- A pending opening is not yet an answer.
    left join lateral (
      select l.macro_executed, l.detected_at from public.access_logs l
      where not private.is_door_type(c.device_type) and l.controller_id = c.id and l.opened and l.detected_at > now() - interval '31 days'
        and (l.macro_executed is not null or l.detected_at < now() - interval '30 seconds')
      order by l.detected_at desc limit 1
    ) gate on true
  $$;
grant execute on function private.controller_facts() to system_admin, org_admin;
