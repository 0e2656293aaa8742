-- run-as: portal_engine
-- Doors and gates at a time that has passed, as versions and receipts show them, for "Vem kommer in?".

-- Tells whether that time can still be judged: it is within the period for which the organisation's log is kept, and not before a
-- restore that replaced its settings.
create or replace function private.is_kept_time(p_at timestamptz) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    own constant uuid := nullif(current_setting('app.org', true), '')::uuid;
  begin
    return p_at >= now() - make_interval(days => case
        when own is null then greatest(90, (select max(private.log_days(o.kind, o.log_days)) from public.organizations o))
        else (select private.log_days(o.kind, o.log_days) from public.organizations o where o.id = own) end)
      and not exists (select from public.audit b
        where b.action = 'backup_restored' and b.at > p_at and (b.after -> 0 ->> 'taken_at')::timestamptz <= p_at);
  end
  $$;

-- Tells whether a restored back-up awaited confirmation then at a door controller or gate.
create or replace function private.was_restore_held(p_controller uuid, p_at timestamptz) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select exists (select from public.controller_delays y
      where y.controller_id = p_controller and y.cause = 'restore_held' and y.since <= p_at and coalesce(y.until, 'infinity') > p_at)
  $$;

-- Returns the doors and gates among `p_places` as private.places_at would have returned them at that time. Not kept: whether a lock was
-- unlocked or blocked without the portal, when the unit last answered, and what else it held.
create or replace function private.places_then(p_places uuid[], p_at timestamptz)
  returns table (place uuid, controller_id uuid, access_point_id uuid, name text, controller_name text, is_door boolean, lists boolean,
    closed text, unsure text, everybody text, everybody_until timestamptz, hours_schedule_id uuid, hours_name text, hours_open boolean,
    last_contact timestamptz, unmanaged bigint, compared_at timestamptz)
  language plpgsql stable security definer
  set search_path = '' set jit = off
  as $$
  #variable_conflict use_column
  declare
    own constant uuid := nullif(current_setting('app.org', true), '')::uuid;
  begin
    return query
    select p.id, k.id, p.id, coalesce(nullif(btrim(p.door_name), ''), p.name), k.name, true, true,
      case when not v.enabled then 'door_off' when v.hours_state = 'hours_withheld' then v.hours_state
        when not h.open then 'outside_door_hours' when not (v.pin_alone or r.alone) then 'card_needed' end,
      case when private.was_restore_held(k.id, p_at) then 'restore_held'
        when v.hours_state = 'hours_unconfirmed' or v.hours_schedule_id is not null and h.open is null then 'hours_unconfirmed'
        when v.pin_alone <> v.pin_alone_on_device and not r.alone then 'pin_rule_unconfirmed' end,
      case when d.until is not null then 'held' when e.is_open then 'not_relocked' end, d.until, v.hours_schedule_id, h.name, h.open, null::timestamptz, null::bigint, null::timestamptz
    from public.access_points p
    join public.controllers k on k.id = p.controller_id
    cross join lateral (select * from public.door_versions x where x.access_point_id = p.id and x.since <= p_at order by x.since desc limit 1) v
    left join lateral (select s.name, private.opens(s.hours, s.calendars, p_at) as open from public.schedule_versions s
      where s.schedule_id = v.hours_schedule_id and s.since <= p_at order by s.since desc limit 1) h on true
    left join lateral (select max(o.until) as until from public.door_holds o
      where o.access_point_id = p.id and o.sent_at <= p_at and coalesce(o.ended_at, 'infinity') > p_at and o.until > p_at
        and (own is null or coalesce(o.organization_id, own) = own)) d on true
    cross join lateral (select exists (select from public.door_holds o
      where o.access_point_id = p.id and least(o.ended_at, o.until) <= p_at and o.sent_at <= p_at and coalesce(o.end_confirmed_at, 'infinity') > p_at
        and (own is null or coalesce(o.organization_id, own) = own)) as is_open) e
    cross join lateral (select case v.pin_use when 'never' then false when 'nobody' then false
      when 'hours' then private.pin_hours_take(v.pin_hours -> 'weekly', p_at) else true end as alone) r
    where p.id = any (p_places) and private.is_door_type(k.device_type) and (own is null or own = any (v.organization_ids))
    union all
    select k.id, k.id, null, k.name, k.name, false, v.list_sync,
      case when private.was_restore_held(k.id, p_at) then 'restore_held' when not v.ready then 'gate_not_ready' end,
      null, null, null, null, null, null, null, null, null
    from public.controllers k
    cross join lateral (select * from public.gate_versions x where x.controller_id = k.id and x.since <= p_at order by x.since desc limit 1) v
    where k.id = any (p_places) and not private.is_door_type(k.device_type) and (own is null or own = any (v.organization_ids));
  end
  $$;

-- Tells what a unit held of a source then, by its receipts, like WAITING_THEN and heldThen (server/passages).
-- held   the unit let it in
-- waits  a change was not confirmed yet, or the unit had never confirmed any
-- loses  that change took away
create or replace function private.device_then(p_controller uuid, p_source uuid, p_at timestamptz)
  returns table (held boolean, waits boolean, loses boolean, synced_at timestamptz)
  language sql stable security definer rows 1
  set search_path = ''
  as $$
    select coalesce(r.kind = 'grant', false),
      r.kind is null or coalesce(case when n.read_back_at is not null then n.asked_at <= p_at else d.pending and d.pending_since <= p_at end, false),
      coalesce(case when n.read_back_at is not null then n.removed else d.outdated end && array['access', 'validity', 'doors'], false),
      r.read_back_at
    from (select) one
    left join public.device_sync d on d.controller_id = p_controller and d.source_id = p_source
    left join lateral (select x.kind, x.read_back_at from public.sync_receipts x
      where x.controller_id = p_controller and x.source_id = p_source and coalesce(x.read_back_at, x.created_at) <= p_at
      order by coalesce(x.read_back_at, x.created_at) desc limit 1) r on true
    left join lateral (select x.read_back_at, x.asked_at, x.removed from public.sync_receipts x
      where x.controller_id = p_controller and x.source_id = p_source and x.read_back_at > p_at order by x.read_back_at limit 1) n on true
  $$;
grant execute on function private.is_kept_time(timestamptz), private.places_then(uuid[], timestamptz) to system_admin, org_admin;
