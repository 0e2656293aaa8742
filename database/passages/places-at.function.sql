-- run-as: portal_engine
-- Facts behind "Vem kommer in?" that org admins may not look up, for places that are offered to their organisation.

-- Tells whether a unit's own hours (of a PIN at a reader, or of an unlocked door) hold at that time, by the local clock. `p_weekly` null:
-- they could not be read, so they may hold at any time. Twin: drivers/axis.
create or replace function private.pin_hours_take(p_weekly jsonb, p_at timestamptz) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select coalesce(jsonb_typeof(p_weekly) <> 'array', true) or exists (
      select from (select to_char(l.t, 'HH24:MI') as clock, extract(isodow from l.t)::integer as day, extract(isodow from l.t - interval '1 day')::integer as day_before
        from (select p_at at time zone 'Europe/Stockholm') l (t)) n,
      jsonb_to_recordset(p_weekly) as w (days integer[], "from" text, "to" text)
      where case when w."from" < w."to" then n.day = any (w.days) and n.clock >= w."from" and n.clock < w."to"
        else n.day = any (w.days) and n.clock >= w."from" or n.day_before = any (w.days) and n.clock < w."to" end)
  $$;

-- Returns the doors and gates among `p_places` (a gate by its controller) as they let people in at that time.
-- closed     why no code is taken: door_off, door_missing (the unit no longer has it), door_blocked, hours_withheld, outside_door_hours, card_needed, gate_not_ready, restore_held
-- unsure     why the unit may do otherwise: hours_unconfirmed, pin_rule_unconfirmed, restore_held; gate_unanswered where a gate does not
--            answer, did not open the last time (as public.controller_states says), or has reported its macro missing or off
-- everybody  why everybody gets in: held (until everybody_until), unlocked, or by the unit's own hours unlock_hours; maybe_unlock_hours where
--            those are no week, or leave out some days; not_relocked where a hold is over and the unit has not confirmed that the door is locked
-- lists      the device decides by what it holds, not the portal
create or replace function private.places_at(p_places uuid[], p_at timestamptz)
  returns table (place uuid, controller_id uuid, access_point_id uuid, name text, controller_name text, is_door boolean, lists boolean,
    closed text, unsure text, everybody text, everybody_until timestamptz, hours_schedule_id uuid, hours_name text, hours_open boolean,
    last_contact timestamptz, unmanaged bigint, compared_at timestamptz)
  language plpgsql stable security definer
  set search_path = '' set jit = off
  as $$
  #variable_conflict use_column
  declare
    own      constant uuid := nullif(current_setting('app.org', true), '')::uuid;
    is_now   constant boolean := p_at <= now() + interval '1 minute';
    restored constant boolean := exists (select from public.restore_state);
  begin
    return query
    select p.id, k.id, p.id, coalesce(nullif(btrim(p.door_name), ''), p.name), k.name, true, true,
      case when not p.enabled then 'door_off' when p.missing_since is not null then 'door_missing'
        when is_now and s.mode in ('blocked', 'locked_down', 'double_locked') then 'door_blocked'
        when p.hours_problem is not null then 'hours_withheld'
        when not h.open then 'outside_door_hours'
        when not (p.pin_alone or r.alone) then 'card_needed' end,
      case when y.restored_at is not null then 'restore_held'
        when p.hours_schedule_id is not null and p.hours_token is null and p.hours_problem is null then 'hours_unconfirmed'
        when p.pin_alone <> p.pin_alone_on_device and not r.alone then 'pin_rule_unconfirmed' end,
      case when d.until is not null then 'held' when is_now and s.mode in ('unlocked', 'locked_open') then 'unlocked'
        when is_now and coalesce(s.mode, 'unknown') = 'unknown' and e.is_open then 'not_relocked'
        when is_now and s.mode <> 'unknown' or not private.pin_hours_take(p.unlock_hours -> 'weekly', p_at) then null
        when jsonb_typeof(p.unlock_hours -> 'weekly') = 'array' and p.unlock_hours -> 'exceptions' = 'false' then 'unlock_hours'
        when p.unlock_hours is not null then 'maybe_unlock_hours' end,
      d.until, p.hours_schedule_id, h.name, h.open, k.last_sync,
      case when own is null then (select count(*) from jsonb_array_elements(f.items) i where i ->> 'kind' = 'unknown_object' and i -> 'carries_pin' = 'true') end,
      f.compared_at
    from public.access_points p
    join public.controllers k on k.id = p.controller_id
    left join public.controller_sync y on y.controller_id = k.id
    left join public.door_states s on s.access_point_id = p.id and s.read_at > now() - interval '1 minute'
    left join public.drift_reports f on f.controller_id = k.id
    left join lateral (select c.name, private.is_open(c.id, p_at) as open from public.schedules c where c.id = p.hours_schedule_id) h on true
    left join lateral (select max(o.until) as until from public.door_holds o
      where o.access_point_id = p.id and o.ended_at is null and o.sent_at is not null and o.until > p_at
        and (own is null or coalesce(o.organization_id, own) = own)) d on true
    cross join lateral (select exists (select from public.door_holds o
      where o.access_point_id = p.id and o.end_confirmed_at is null and o.sent_at is not null and coalesce(o.ended_at, o.until) <= now()
        and (own is null or coalesce(o.organization_id, own) = own)) as is_open) e
    cross join lateral (select case p.pin_use when 'never' then false when 'nobody' then false
      when 'hours' then private.pin_hours_take(p.pin_hours -> 'weekly', p_at) else true end as alone) r
    where p.id = any (p_places) and private.is_door_type(k.device_type)
      and (own is null or exists (select from public.organization_controllers l where l.organization_id = own and l.controller_id = k.id)
        and private.is_offered(own, k.id, p.id))
    union all
    select k.id, k.id, null, k.name, k.name, false, k.list_sync, c.closed,
      case when c.closed is null and is_now and (f.away or k.macro_id in (k.missing_macro_id, k.disabled_macro_id)) then 'gate_unanswered' end,
      null, null, null, null, null, k.last_sync, null, null
    from public.controllers k
    cross join lateral (select case when restored then 'restore_held' when not k.enabled or coalesce(k.macro_id, '') = ''
      or private.opens_by_request(k.device_type) and k.relay_request is null then 'gate_not_ready' end as closed) c
    left join lateral (select f.silent or not coalesce(f.gate_answered, f.gate_asked_at is null or coalesce(f.pushed_at > f.gate_asked_at, false)) as away
      from private.controller_facts() f where f.controller_id = k.id) f on is_now
    where k.id = any (p_places) and not private.is_door_type(k.device_type)
      and (own is null or exists (select from public.organization_controllers l where l.organization_id = own and l.controller_id = k.id));
  end
  $$;

-- Returns PINs whose length the reader of an assigned door does not take: at a door, or a person's.
create or replace function private.unfit_pins(p_door uuid, p_person uuid) returns table (credential_id uuid, access_point_id uuid)
  language plpgsql stable security definer
  set search_path = '' set jit = off
  as $$
  begin
    return query
    -- A PIN with several rights at the door is one.
    select distinct c.id, p.id from public.access_points p
    join public.access_rights a on a.controller_id = p.controller_id and a.access_point_id = p.id
    join public.credentials c on c.id = a.credential_id
    where case when p_person is null then p.id = p_door else c.end_user_id = p_person end
      and (p.pin_min is not null or p.pin_max is not null) and c.credential_type = 'pin' and private.is_own_organization(c.organization_id)
      and private.encrypted_pin_digits(c.credential_value) not between coalesce(p.pin_min, 0) and coalesce(p.pin_max, 99);
  end
  $$;

-- Returns codes of nobody's organisation at a door: weekly codes, and for system admins people made at the controller. `here`: null where
-- only the device knows. `fits`: false where the reader takes no code of that length.
create or replace function private.common_codes_at(p_door uuid)
  returns table (kind text, source_id uuid, controller_id uuid, label text, valid_from timestamptz, valid_to timestamptz, enabled boolean, here boolean,
    fits boolean, written boolean, is_pending boolean, synced_at timestamptz, last_error text)
  language plpgsql stable security definer
  set search_path = '' set jit = off
  as $$
  #variable_conflict use_column
  declare
    own constant uuid := nullif(current_setting('app.org', true), '')::uuid;
  begin
    return query
    select c.kind, c.id, c.controller_id, c.label, c.valid_from, c.valid_to, c.enabled, c.here,
      private.encrypted_pin_digits(c.pin) between coalesce(p.pin_min, 0) and coalesce(p.pin_max, 99), d.applied_digest is not null, coalesce(d.pending, true), d.synced_at, d.last_error
    from public.access_points p
    join lateral (
      select 'weekly_code' as kind, w.id, a.controller_id, 'v.' || w.week_number || ' ' || w.year as label, w.valid_from, w.valid_to, true as enabled, true as here, w.code as pin
      from public.weekly_code_assignments a join public.weekly_codes w on w.id = a.weekly_code_id where a.controller_id = p.controller_id
      union all
      select 'direct', u.id, u.controller_id, u.first_name || ' ' || u.last_name, u.valid_from, u.valid_to, u.enabled,
        case when p.id = any (u.access_point_ids) then true when u.default_group or u.group_token is not null then null else false end, u.pin
      from public.controller_users u where own is null and u.controller_id = p.controller_id and u.pin is not null) c on true
    left join public.device_sync d on d.controller_id = c.controller_id and d.source_id = c.id
    where p.id = p_door
      and (own is null or exists (select from public.organization_controllers l where l.organization_id = own and l.controller_id = p.controller_id)
        and private.is_offered(own, p.controller_id, p.id));
  end
  $$;
-- Returns the open ones of these schedules; they belong to the caller's organisation or to the installation.
create or replace function private.open_schedules(p_schedules uuid[], p_at timestamptz) returns setof uuid
  language plpgsql stable security definer
  set search_path = '' set jit = off
  as $$
  begin
    return query select s.id from public.schedules s
    where s.id = any (p_schedules) and (s.organization_id is null or private.is_own_organization(s.organization_id)) and private.is_open(s.id, p_at);
  end
  $$;
-- Tells whether the unit keeps the hours of rights with these schedules at a door: empty, hours_unconfirmed or hours_not_kept.
create or replace function private.hours_kept(p_door uuid, p_schedules uuid[]) returns text
  language plpgsql stable security definer
  set search_path = '' set jit = off
  as $$
  begin
    if nullif(current_setting('app.org', true), '') is not null and not exists (select from private.own_offered_doors() o where o = p_door) then
      return 'hours_unconfirmed';
    end if;
    return coalesce((select case when d.hours_problem is not null then 'hours_not_kept' when d.hours_token is null then 'hours_unconfirmed' else '' end
      from public.door_profiles d where d.access_point_id = p_door and d.schedule_ids = p_schedules), 'hours_unconfirmed');
  end
  $$;
grant execute on function private.hours_kept(uuid, uuid[]), private.open_schedules(uuid[], timestamptz), private.places_at(uuid[], timestamptz), private.unfit_pins(uuid, uuid), private.common_codes_at(uuid)
  to system_admin, org_admin;
