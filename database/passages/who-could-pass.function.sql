-- run-as: portal_engine
-- "Vem kommer in?" for a time that has passed, by the versions of that time. The rows are the engine's, so organisations are compared here.

-- Returns the rights of that time at a place, or of a person: each door or gate that a credential had, with the group that gave it; null:
-- the credential's own. A membership that had not begun has valid_from. A null organization: of all.
create or replace function private.rights_then(p_organization uuid, p_place uuid, p_person uuid, p_at timestamptz)
  returns table (organization_id uuid, credential_id uuid, end_user_id uuid, credential_type text, enabled boolean, credential_from timestamptz,
    credential_to timestamptz, pin_digits smallint, place uuid, group_id uuid, group_name text, valid_from timestamptz, valid_to timestamptz, schedule_id uuid)
  language plpgsql stable security definer
  set search_path = '' set jit = off
  as $$
  #variable_conflict use_column
  begin
    return query
    with versions as materialized (
      select c.id, c.organization_id, c.end_user_id, c.credential_type, v.*
      from public.logged_credentials c
      cross join lateral (select * from public.credential_versions x where x.credential_id = c.id and x.since <= p_at order by x.since desc limit 1) v
      where (p_organization is null or c.organization_id = p_organization) and (p_person is null or c.end_user_id = p_person) and not v.removed
        and (p_place is null or p_place = any (v.access_point_ids) or p_place = any (v.controller_ids) or v.coming ? p_place::text)),
    had as materialized (
      select v.*, h.place from versions v
      cross join lateral (select unnest(v.access_point_ids) union select unnest(v.controller_ids) union select k::uuid from jsonb_object_keys(v.coming) k) h (place)
      where p_place is null or h.place = p_place),
    groups as materialized (
      select g.* from (select distinct on (x.group_id) x.* from public.access_group_versions x where x.since <= p_at order by x.group_id, x.since desc) g
      where not g.removed and (p_place is null or g.places ? p_place::text)),
    members as materialized (
      select m.* from (select distinct on (x.group_id, x.end_user_id) x.* from public.membership_versions x
        where x.since <= p_at and x.end_user_id in (select v.end_user_id from versions v) order by x.group_id, x.end_user_id, x.since desc) m
      where not m.removed)
    select h.organization_id, h.id, h.end_user_id, h.credential_type, h.enabled, h.valid_from, h.valid_to, h.pin_digits, h.place,
      null::uuid, null::text, null::timestamptz, null::timestamptz, null::uuid
    from had h where h.place = any (h.direct_ids)
    union all
    select h.organization_id, h.id, h.end_user_id, h.credential_type, h.enabled, h.valid_from, h.valid_to, h.pin_digits, h.place,
      g.group_id, g.name, case when m.valid_from > p_at then m.valid_from end, m.valid_to, (g.places ->> h.place::text)::uuid
    from had h join members m on m.end_user_id = h.end_user_id join groups g on g.group_id = m.group_id and g.places ? h.place::text
      and h.group_ids -> h.place::text ? g.group_id::text;
  end
  $$;

-- Judges the rights of that time with the same columns as private.passings_at. end_user_id is null for a person who was removed
-- since; plate is null for one that was changed since.
create or replace function private.passings_then(p_place uuid, p_person uuid, p_at timestamptz)
  returns table (kind text, source_id uuid, organization_id uuid, end_user_id uuid, credential_type text, label text, sort text,
    place uuid, controller_id uuid, access_point_id uuid, verdict text, reason text, valid_from timestamptz, valid_to timestamptz,
    device text, synced_at timestamptz, plate text, sources jsonb)
  language plpgsql stable security definer
  set search_path = '' set jit = off
  as $$
  #variable_conflict use_column
  declare
    own constant uuid := nullif(current_setting('app.org', true), '')::uuid;
  begin
    if p_place is not null and not exists (select from private.places_then(array[p_place], p_at)) then
      return;
    end if;
    return query
    with given as materialized (select * from private.rights_then(own, p_place, p_person, p_at)),
    hours as materialized (
      select s.id, v.name, coalesce(private.opens(v.hours, v.calendars, p_at), false) as open
      from (select distinct g.schedule_id as id from given g where g.schedule_id is not null) s
      left join lateral (select * from public.schedule_versions x where x.schedule_id = s.id and x.since <= p_at order by x.since desc limit 1) v on true),
    rights as materialized (
      select g.organization_id, g.credential_id, g.end_user_id, g.credential_type, g.enabled, g.credential_from, g.credential_to, g.pin_digits, g.place,
        bool_or(t.timely and t.opens) as holds, bool_or(t.timely) as timely, bool_or(t.timely and g.schedule_id is null) as always,
        bool_or(g.valid_from is not null) as begins, bool_or(g.valid_from is null) as begun,
        case when not bool_or(g.valid_to is null and g.valid_from is null) then max(g.valid_to) filter (where g.valid_from is null) end as until,
        min(g.valid_from) as since,
        case when bool_and(g.schedule_id is not null) filter (where t.timely)
          then md5(array_to_string(array_agg(distinct g.schedule_id order by g.schedule_id) filter (where t.timely), ',')) end as schedules,
        jsonb_agg(jsonb_build_object('group_id', g.group_id, 'group_name', g.group_name, 'valid_from', g.valid_from, 'valid_to', g.valid_to,
          'schedule_name', h.name) order by g.group_name collate "sv-SE-x-icu" nulls first) as sources
      from given g left join hours h on h.id = g.schedule_id
      cross join lateral (select g.valid_from is null and coalesce(g.valid_to > p_at, true) as timely, g.schedule_id is null or h.open as opens) t
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9),
    places as materialized (
      select * from private.places_then(array(select distinct r.place from rights r union select p_place where p_place is not null), p_at)),
    -- Includes places that the caller's organisation did not have at that time; the answer names only their unit.
    settings as materialized (
      select p.id as place, p.controller_id, p.id as access_point_id, true as lists, v.enabled, v.organization_ids, v.pin_min, v.pin_max, v.profiles
      from public.access_points p
      left join lateral (select * from public.door_versions x where x.access_point_id = p.id and x.since <= p_at order by x.since desc limit 1) v on true
      where p.id in (select r.place from rights r)
      union all
      select k.id, k.id, null, v.list_sync, true, v.organization_ids, null, null, null
      from public.controllers k
      left join lateral (select * from public.gate_versions x where x.controller_id = k.id and x.since <= p_at order by x.since desc limit 1) v on true
      where k.id in (select r.place from rights r) and not private.is_door_type(k.device_type)),
    people as (
      select 'credential' as kind, r.credential_id as source_id, r.organization_id, r.end_user_id, r.credential_type,
        r.place, s.controller_id, s.access_point_id,
        case when l.place is null or r.organization_id <> all (s.organization_ids) then 'not_offered'
          when not r.enabled then 'disabled'
          when r.credential_from > p_at then 'not_begun'
          when r.credential_to <= p_at then 'ended'
          when not r.holds and r.timely then 'outside_hours'
          when not r.holds then case when r.begins then 'membership_not_begun' else 'membership_ended' end
          when r.pin_digits not between coalesce(s.pin_min, 0) and coalesce(s.pin_max, 99) then 'pin_length'
          when w.state = 'hours_not_kept' then w.state end as personal,
        l.closed, coalesce(l.unsure, case when w.state = 'hours_unconfirmed' then w.state end) as unsure,
        s.lists and (s.access_point_id is not null or r.always) as lists, r.begun,
        greatest(r.credential_from, r.since) as valid_from, least(r.credential_to, r.until) as valid_to, r.sources,
        coalesce(w.state = 'hours_unconfirmed', false) as wavers
      from rights r
      join settings s on s.place = r.place
      left join places l on l.place = r.place
      -- The unit needs no profile for a right that it shall not have.
      cross join lateral (select case when r.schedules is not null and s.access_point_id is not null
        then nullif(coalesce(s.profiles ->> r.schedules, 'hours_unconfirmed'),
          case when not s.enabled or r.organization_id <> all (s.organization_ids) then 'hours_unconfirmed' end) end as state) w),
    codes (kind, source_id, organization_id, end_user_id, credential_type, place, controller_id, access_point_id, personal, closed, unsure, lists, begun,
        valid_from, valid_to, sources, wavers) as (
      select 'weekly_code', w.weekly_code_id, null::uuid, null::uuid, 'pin', l.place, l.controller_id, l.access_point_id,
        case when w.valid_from > p_at then 'not_begun' when w.valid_to <= p_at then 'ended'
          when w.pin_digits not between coalesce(d.pin_min, 0) and coalesce(d.pin_max, 99) then 'pin_length' end,
        l.closed, l.unsure, true, true, w.valid_from, w.valid_to, '[]'::jsonb, false
      from places l cross join (
        select x.* from (select distinct on (y.weekly_code_id) y.* from public.weekly_code_versions y where y.since <= p_at order by y.weekly_code_id, y.since desc) x
        where not x.removed) w
      left join lateral (select x.pin_min, x.pin_max from public.door_versions x where x.access_point_id = l.access_point_id and x.since <= p_at
        order by x.since desc limit 1) d on true
      where p_place is not null and l.is_door and l.controller_id = any (w.controller_ids)),
    leftovers as (
      select c.kind, c.id, c.organization_id, c.end_user_id, c.credential_type, l.place, l.controller_id, l.access_point_id,
        'removed', null::text, null::text, true, true, null::timestamptz, null::timestamptz, '[]'::jsonb, true
      from places l
      join (select x.source_id, x.removed && array['validity', 'doors'] as fewer from public.sync_receipts x, places u
          where x.controller_id = u.controller_id and x.asked_at <= p_at and x.read_back_at > p_at and x.removed && array['access', 'validity', 'doors']
        union select d.source_id, d.outdated && array['validity', 'doors'] from public.device_sync d, places u
          where d.controller_id = u.controller_id and d.pending and d.pending_since <= p_at) q on true
      join (select 'credential' as kind, a.id, a.organization_id, a.end_user_id, a.credential_type from public.logged_credentials a
          where own is null or a.organization_id = own
        union all
        select distinct 'weekly_code', w.weekly_code_id, null::uuid, null::uuid, 'pin' from public.weekly_code_versions w where own is null) c on c.id = q.source_id
      where p_place is not null and not exists (select from rights r where r.credential_id = c.id)
        and not exists (select from codes k where k.source_id = c.id)
        -- A switched-off credential with other doors of the unit never opened this one.
        and (q.fewer or not exists (
          select from public.access_points p
          cross join lateral (select * from public.door_versions x where x.access_point_id = p.id and x.since <= p_at order by x.since desc limit 1) w
          cross join lateral (select * from public.credential_versions x where x.credential_id = c.id and x.since <= p_at order by x.since desc limit 1) v
          where p.controller_id = l.controller_id and w.enabled and c.organization_id = any (w.organization_ids) and p.id = any (v.access_point_ids)
            and not v.removed and coalesce(v.valid_to > p_at, true)))
      union all
      select 'credential', c.id, c.organization_id, c.end_user_id, c.credential_type, k.id, k.id, null, 'removed', null, null, true, true, null, null, '[]', true
      from public.logged_credentials c
      join lateral (select x.controller_id from public.sync_receipts x where x.source_id = c.id and x.asked_at <= p_at and x.read_back_at > p_at
          and x.removed && array['access', 'validity', 'doors']
        union select d.controller_id from public.device_sync d where d.source_id = c.id and d.pending and d.pending_since <= p_at) q on true
      join public.controllers k on k.id = q.controller_id
      where c.end_user_id = p_person and (own is null or c.organization_id = own)
        and not exists (select from rights r join settings s on s.place = r.place where r.credential_id = c.id and s.controller_id = k.id)),
    seen as materialized (
      select a.*, coalesce(d.held, false) as held, coalesce(d.waits, false) as pending, d.synced_at,
        coalesce(d.held, false) and (a.wavers or d.waits and (d.loses or a.personal in ('disabled', 'ended', 'not_offered', 'membership_ended', 'membership_not_begun'))) as outdated
      from (select * from people union all select * from codes union all select * from leftovers) a
      left join lateral private.device_then(a.controller_id, a.source_id, p_at) d on a.lists or a.access_point_id is null
      where a.personal is distinct from 'removed' or d.held and d.waits and d.loses),
    judged as (
      select s.*, g.listed,
        case when s.personal is not null then case when (s.lists or g.listed) and s.outdated then 'unknown' else 'out' end
          when s.unsure is not null then 'unknown'
          when s.closed is not null then case when g.listed or s.lists and s.closed = 'door_off' and s.pending and s.held then 'unknown' else 'out' end
          when not s.lists or not s.pending or not s.begun then 'in' else 'unknown' end as verdict
      from seen s
      cross join lateral (select s.access_point_id is null and s.held and coalesce(s.personal, s.closed) is not null as listed) g)
    select j.kind, j.source_id, j.organization_id, u.id, j.credential_type, n.label,
      case when p_person is null then private.search_key(n.label) else private.search_key(coalesce(l.name, k.name, '')) end,
      j.place, j.controller_id, j.access_point_id, j.verdict, coalesce(j.personal, case when j.listed and j.unsure is null then 'on_gate_list' end, j.closed, j.unsure), j.valid_from, j.valid_to,
      case when not (j.lists or j.listed) then null when not j.begun then 'later' when not j.pending then 'synced' else 'pending' end, case when j.lists or j.listed then j.synced_at end,
      case when not exists (select from public.credential_versions x where x.credential_id = j.source_id and x.since > p_at and x.other_plate) then c.display_value end,
      j.sources
    from judged j
    left join public.controllers k on k.id = j.place and j.personal = 'removed'
    left join places l on l.place = j.place
    left join public.end_users u on u.id = j.end_user_id
    left join public.removed_people o on o.id = j.end_user_id
    left join public.credentials c on c.id = j.source_id and c.credential_type = 'license_plate'
    left join lateral (select w.week_number, w.year from public.weekly_code_versions w where w.weekly_code_id = j.source_id order by w.since desc limit 1) w on j.kind = 'weekly_code'
    cross join lateral (select coalesce('v.' || w.week_number || ' ' || w.year, u.first_name || ' ' || u.last_name, o.first_name || ' ' || o.last_name) as label) n
    where n.label is not null;
  end
  $$;
grant execute on function private.passings_then(uuid, uuid, timestamptz) to system_admin, org_admin;
