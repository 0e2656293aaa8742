-- "Vem kommer in?": who gets in by PIN or plate at a door or gate, and where a person does, now and later; before now by
-- passages/who-could-pass.function.sql. Under the caller's policies: org admins see their own people, and codes that belong to no
-- organisation only where they are offered the door.

-- Judges every right at a place, or of a person, at one instant.
-- verdict  in       the portal says yes, and the device has confirmed it (or the portal decides itself)
--          unknown  the device has not confirmed: it may do either
--          out      reason
-- reason   not_offered, disabled, not_begun, ended, membership_not_begun, membership_ended, pin_length, outside_hours
--          and hours_not_kept (of the group), removed (a right that the device
--          may still keep), device_group (only the device knows its doors), on_gate_list (the portal does not open the gate, but the
--          gate's own list has the plate), or the place's (places_at)
-- device   synced, pending, failed, later (a membership that has not begun is written then), null: the portal decides at each passage
create or replace function private.passings_at(p_place uuid, p_person uuid, p_at timestamptz)
  returns table (kind text, source_id uuid, organization_id uuid, end_user_id uuid, credential_type text, label text, sort text,
    place uuid, controller_id uuid, access_point_id uuid, verdict text, reason text, valid_from timestamptz, valid_to timestamptz,
    device text, synced_at timestamptz, last_error text)
  language plpgsql stable security invoker
  set search_path = '' set jit = off
  as $$
  #variable_conflict use_column
  declare
    everything constant boolean := private.sees_every_organization();
    own        constant uuid := nullif(current_setting('app.org', true), '')::uuid;
    unit       uuid;
    door       uuid;
  begin
    if p_place is not null then
      select l.controller_id, l.access_point_id into unit, door from private.places_at(array[p_place], p_at) l;
      if unit is null then
        return;
      end if;
    end if;
    return query
    with given as materialized (
      select a.organization_id, a.credential_id, a.controller_id, a.access_point_id, a.valid_from, a.valid_to, a.schedule_id
      from public.access_rights a where door is not null and a.controller_id = unit and a.access_point_id = door and (everything or a.organization_id = own)
      union all
      select a.organization_id, a.credential_id, a.controller_id, a.access_point_id, a.valid_from, a.valid_to, a.schedule_id
      from public.access_rights a where p_place is not null and door is null and a.controller_id = unit and a.access_point_id is null
        and (everything or a.organization_id = own)
      union all
      select a.organization_id, a.credential_id, a.controller_id, a.access_point_id, a.valid_from, a.valid_to, a.schedule_id
      from public.access_rights a where p_person is not null and (everything or a.organization_id = own)
        and a.credential_id in (select c.id from public.credentials c where c.end_user_id = p_person)),
    open_hours as materialized (select o.id from private.open_schedules(array(select distinct g.schedule_id from given g where g.schedule_id is not null), p_at) as o (id)),
    timed as materialized (
      select g.*, coalesce(g.valid_from <= p_at, true) and coalesce(g.valid_to > p_at, true) as timely,
        coalesce(g.valid_from <= now(), true) and not private.is_over(g.valid_to) as present,
        g.schedule_id is null or g.schedule_id in (select o.id from open_hours o) as opens
      from given g),
    rights as materialized (
      select g.organization_id, g.credential_id, g.controller_id, g.access_point_id,
        bool_or(g.timely and g.opens) as holds,
        bool_or(g.timely) as timely,
        bool_or(g.timely and g.schedule_id is null) as always,
        bool_or(coalesce(g.valid_from > p_at, false)) as begins,
        bool_or(coalesce(g.valid_from <= now(), true)) as begun,
        case when not bool_or(g.valid_to is null and coalesce(g.valid_from <= p_at, true)) then max(g.valid_to) filter (where coalesce(g.valid_from <= p_at, true)) end as until,
        min(g.valid_from) as since,
        -- The set of schedules for which the unit has a profile of the door (reconcile/b-desired-replicas.view.sql).
        case when bool_and(g.schedule_id is not null) filter (where g.present) and g.access_point_id is not null
          then array_agg(distinct g.schedule_id order by g.schedule_id) filter (where g.present) end as schedules
      from timed g group by 1, 2, 3, 4),
    kept as materialized (
      select s.access_point_id, s.schedules, private.hours_kept(s.access_point_id, s.schedules) as state
      from (select distinct r.access_point_id, r.schedules from rights r where r.schedules is not null) s),
    places as materialized (
      select * from private.places_at(array(select distinct coalesce(r.access_point_id, r.controller_id) from rights r
        union select p_place where p_place is not null), p_at)),
    units as materialized (
      select r.organization_id, r.controller_id,
        exists (select from public.organization_controllers l where l.organization_id = r.organization_id and l.controller_id = r.controller_id) as linked,
        exists (select from public.organization_access_points l where l.organization_id = r.organization_id and l.controller_id = r.controller_id) as by_door
      from (select distinct x.organization_id, x.controller_id from rights x) r),
    unfit as materialized (select f.credential_id, f.access_point_id from private.unfit_pins(door, p_person) f where door is not null or p_person is not null),
    pending_units as materialized (select q.id as controller_id, true as pending from private.controllers_pending() as q (id)),
    people as (
      select 'credential' as kind, c.id as source_id, c.organization_id, c.end_user_id, c.credential_type,
        u.first_name || ' ' || u.last_name as label, case when p_person is null then u.search else private.search_key(coalesce(l.name, '')) end as sort,
        coalesce(r.access_point_id, r.controller_id) as place, r.controller_id, r.access_point_id,
        case when l.place is null or not coalesce(w.linked, false) or r.access_point_id is not null and w.by_door and not exists (
            select from public.organization_access_points o where o.organization_id = r.organization_id and o.access_point_id = r.access_point_id) then 'not_offered'
          when not c.enabled then 'disabled'
          when c.valid_from > p_at then 'not_begun'
          when c.valid_to <= p_at then 'ended'
          when not r.holds and r.timely then 'outside_hours'
          when not r.holds then case when r.begins then 'membership_not_begun' else 'membership_ended' end
          when f.credential_id is not null then 'pin_length' when h.state = 'hours_not_kept' then h.state end as personal,
        l.closed, coalesce(l.unsure, case when h.state = 'hours_unconfirmed' then h.state end) as unsure, coalesce(l.lists, r.access_point_id is not null or private.keeps_plate_list(r.controller_id)) and (r.access_point_id is not null or r.always) as lists, r.begun,
        greatest(c.valid_from, r.since) as valid_from, least(c.valid_to, r.until) as valid_to,
        d.source_id is not null and d.applied_digest is not null and d.suspended_until is null as held,
        d.source_id is null or t.waits or coalesce(y.pending, false) as pending,
        -- The portal has taken this away, and the device may still open for it.
        case when d.applied_digest is null or d.suspended_until is not null then false
          when h.state = 'hours_unconfirmed' then true
          when t.waits then d.outdated && array['doors', 'validity'] or not (private.is_live(c.enabled, c.valid_to) and exists (
            select from private.effective_access e where e.credential_id = c.id and e.controller_id = r.controller_id
              and (e.schedule_id is null or e.access_point_id is not null)))
          else coalesce(y.pending, false) end as outdated,
        d.synced_at, d.last_error
      from rights r
      join public.credentials c on c.id = r.credential_id and (everything or c.organization_id = own)
        and (c.credential_type = 'pin') = (r.access_point_id is not null)
      join public.end_users u on u.id = c.end_user_id
      left join places l on l.place = coalesce(r.access_point_id, r.controller_id)
      left join units w on w.organization_id = r.organization_id and w.controller_id = r.controller_id
      left join pending_units y on y.controller_id = r.controller_id
      -- The unit needs no profile for a right that it shall not have.
      left join kept h on h.access_point_id = r.access_point_id and h.schedules = r.schedules and (h.state <> 'hours_unconfirmed' or exists (
        select from private.effective_access e where e.credential_id = c.id and e.access_point_id = r.access_point_id))
      left join unfit f on f.credential_id = c.id and f.access_point_id = r.access_point_id
      left join public.device_sync d on d.controller_id = r.controller_id and d.source_id = c.id
      -- The device shows the desired state, but keeps no hours at some doors; the other doors are as they should be.
      cross join lateral (select d.pending and (d.last_error is distinct from 'hours_withheld' or d.next_try_at <= now()) as waits) t),
    codes as (
      select c.kind, c.source_id, null::uuid as organization_id, null::uuid as end_user_id, 'pin' as credential_type, c.label,
        private.search_key(c.label) as sort, l.place, c.controller_id, l.access_point_id,
        case when not c.enabled then 'disabled' when c.valid_from > p_at then 'not_begun' when c.valid_to <= p_at then 'ended'
          when not c.fits then 'pin_length' end as personal,
        l.closed, case when c.here is null then 'device_group' else l.unsure end as unsure, true as lists, true as begun, c.valid_from, c.valid_to,
        c.written as held, c.is_pending or y.pending is not null as pending, c.written and (c.is_pending or y.pending is not null) as outdated, c.synced_at, c.last_error
      from places l cross join lateral private.common_codes_at(l.place) c left join pending_units y on y.controller_id = c.controller_id
      where p_place is not null and l.is_door and c.here is distinct from false),
    -- Entries of removed rights; only the unit knows which of its doors they open.
    leftovers as (
      select d.source_kind as kind, d.source_id, d.organization_id, d.end_user_id, case when l.is_door then 'pin' else 'license_plate' end as credential_type,
        d.label, private.search_key(case when p_person is null then d.label else l.name end) as sort, l.place, d.controller_id, l.access_point_id,
        'removed' as personal, null::text as closed, null::text as unsure, true as lists, true as begun, null::timestamptz as valid_from, null::timestamptz as valid_to,
        true as held, true as pending, true as outdated, d.synced_at, d.last_error
      from public.device_sync d
      join lateral (
        select l.place, l.access_point_id, l.name, l.is_door from places l where p_place is not null and l.place = p_place
        union all
        select k.id, null, k.name, private.is_door_type(k.device_type) from public.controllers k where p_person is not null and k.id = d.controller_id) l on true
      where d.pending and d.applied_digest is not null and d.suspended_until is null and (everything or d.organization_id = own)
        and case when p_person is null then d.controller_id = unit else d.end_user_id = p_person end
        and case when p_person is null then not exists (select from rights r where r.credential_id = d.source_id)
            and not exists (select from codes c where c.source_id = d.source_id)
          else not exists (select from rights r where r.credential_id = d.source_id and r.controller_id = d.controller_id) end
        and (d.outdated && array['doors', 'validity'] or not exists (
          select from private.effective_access e where e.credential_id = d.source_id and e.controller_id = d.controller_id
          and (e.schedule_id is null or e.access_point_id is not null)))),
    judged as (
      select a.*, g.listed, coalesce(a.personal, case when a.unsure = 'device_group' then a.unsure when g.listed and a.unsure is null then 'on_gate_list' end, a.closed) as reason,
        -- A change that waits may be the one that takes the door, even where it marks no replica: a door that was switched off, an entry
        -- that a comparison found to be another.
        case when a.personal is not null then case when (a.lists or g.listed) and (a.outdated or a.personal = 'not_offered' and a.pending and a.held) then 'unknown' else 'out' end
          when a.unsure is not null then 'unknown'
          when a.closed is not null then case when g.listed or a.lists and a.closed = 'door_off' and a.pending and a.held then 'unknown' else 'out' end
          when not a.lists or not a.pending or not a.begun then 'in' else 'unknown' end as verdict
      from (select * from people union all select * from codes union all select * from leftovers) a
      -- A gate opens by its own list without the portal, also by what is left there of a list that is no longer kept.
      cross join lateral (select a.access_point_id is null and a.held and coalesce(a.personal, a.closed) is not null as listed) g)
    select j.kind, j.source_id, j.organization_id, j.end_user_id, j.credential_type, j.label, j.sort, j.place, j.controller_id, j.access_point_id,
      j.verdict, coalesce(j.reason, j.unsure), j.valid_from, j.valid_to,
      case when not (j.lists or j.listed) then null when not j.begun then 'later' when not j.pending then 'synced' when j.last_error is not null then 'failed' else 'pending' end,
      j.synced_at, j.last_error
    from judged j;
  end
  $$;

-- Returns {at, place, counts, rows, more, known}: judged rows in the order in, unknown, out, then by name (for a person, by place).
-- known false: the log of that time is no longer kept, so nothing is said of it.
-- p_verdict, p_query  only these rows are listed and counted. p_after: [verdict, sort, key] of the row after which the list continues.
create or replace function private.passings_page(
    p_place uuid, p_person uuid, p_at timestamptz, p_verdict text, p_query text, p_after text[], p_limit integer) returns jsonb
  language plpgsql stable security invoker
  set search_path = '' set jit = off
  as $$
  #variable_conflict use_column
  declare
    at      constant timestamptz := coalesce(p_at, now());
    page    constant integer := least(greatest(coalesce(p_limit, 50), 0), 1000);
    ranks   constant text[] := array['in', 'unknown', 'out'];
    pattern constant text := '%' || private.like_text(private.search_key(btrim(left(coalesce(p_query, ''), 200)))) || '%';
    -- A minute's grace, for clocks that differ.
    past    constant boolean := at < now() - interval '1 minute';
    known   constant boolean := not past or private.is_kept_time(at);
    answer  jsonb;
  begin
    if not private.is_bounded_time(at) then
      raise check_violation using message = 'the time is too far away', schema = 'public', constraint = 'passing_time_far';
    end if;
    with every as materialized (
      select a.*, array_position(ranks, a.verdict) as rank, a.source_id::text || a.place::text as key
      from (
        select p.kind, p.source_id, p.organization_id, p.end_user_id, p.credential_type, p.label, p.sort, p.place, p.controller_id, p.access_point_id, p.verdict,
          p.reason, p.valid_from, p.valid_to, p.device, p.synced_at, p.last_error, null::text as plate, null::jsonb as sources
        from private.passings_at(p_place, p_person, at) p where not past
        union all
        select p.kind, p.source_id, p.organization_id, p.end_user_id, p.credential_type, p.label, p.sort, p.place, p.controller_id, p.access_point_id, p.verdict,
          p.reason, p.valid_from, p.valid_to, p.device, p.synced_at, null, p.plate, p.sources
        from private.passings_then(p_place, p_person, at) p where past and known) a
      where pattern = '%%' or a.sort like pattern),
    listed as materialized (
      select e.* from every e
      where (p_verdict is null or e.verdict = p_verdict)
        and (p_after is null or (e.rank, e.sort collate "sv-SE-x-icu", e.key collate "C")
          > (array_position(ranks, p_after[1]), p_after[2] collate "sv-SE-x-icu", p_after[3] collate "C"))
      order by e.rank, e.sort collate "sv-SE-x-icu", e.key collate "C" limit page + 1)
    select jsonb_build_object(
      'counts', (select jsonb_build_object('in', count(*) filter (where e.verdict = 'in'), 'unknown', count(*) filter (where e.verdict = 'unknown'),
          'out', count(*) filter (where e.verdict = 'out')) from every e),
      'more', (select count(*) > page from listed),
      'rows', coalesce((select jsonb_agg(jsonb_build_object('key', l.key, 'sort', l.sort, 'kind', l.kind, 'source_id', l.source_id,
          'end_user_id', l.end_user_id, 'label', l.label, 'organization_name', o.name, 'apartment', u.apartment, 'credential_type', l.credential_type,
          'plate', case when past then l.plate when l.credential_type = 'license_plate' then c.display_value end,
          'controller_id', l.controller_id, 'controller_name', k.name, 'access_point_id', l.access_point_id,
          'place_name', coalesce(nullif(btrim(p.door_name), ''), p.name, k.name), 'verdict', l.verdict, 'reason', l.reason,
          'valid_from', l.valid_from, 'valid_to', l.valid_to, 'device', l.device, 'synced_at', l.synced_at, 'last_error', l.last_error,
          'sources', coalesce(l.sources, s.sources)) order by l.rank, l.sort collate "sv-SE-x-icu", l.key collate "C")
        from (select * from listed order by rank, sort collate "sv-SE-x-icu", key collate "C" limit page) l
        left join public.organizations o on o.id = l.organization_id and p_place is not null
        left join public.end_users u on u.id = l.end_user_id
        left join public.credentials c on c.id = l.source_id
        left join public.controllers k on k.id = l.controller_id
        left join public.access_points p on p.id = l.access_point_id
        cross join lateral (
          select coalesce(jsonb_agg(jsonb_build_object('group_id', r.group_id, 'group_name', g.name, 'valid_from', r.valid_from, 'valid_to', r.valid_to, 'schedule_name', h.name)
            order by g.name collate "sv-SE-x-icu" nulls first), '[]') as sources
          from public.access_rights r left join public.access_groups g on g.id = r.group_id left join public.schedules h on h.id = r.schedule_id
          where not past and l.kind = 'credential' and r.credential_id = l.source_id and r.controller_id = l.controller_id
            and coalesce(r.access_point_id, r.controller_id) = l.place) s), '[]'))
      into answer;
    return answer || jsonb_build_object('at', at, 'known', known);
  end
  $$;

-- Exactly one of the two places. An unknown place and one that is not offered to the caller's organisation answer alike: place null.
create or replace function public.who_may_pass(
    access_point_id uuid default null, controller_id uuid default null, at timestamptz default null, verdict text default null,
    query text default '', after text[] default null, "limit" integer default 50) returns jsonb
  language plpgsql stable security invoker
  set search_path = '' set jit = off
  as $$
  #variable_conflict use_column
  begin
    return private.passings_page(coalesce($1, $2), null, $3, $4, $5, $6, $7) || jsonb_build_object('place', (
      select to_jsonb(l) from private.places_at(array[coalesce($1, $2)], coalesce($3, now())) l where $3 is null or $3 >= now() - interval '1 minute'
      union all
      select to_jsonb(l) from private.places_then(array[coalesce($1, $2)], $3) l where $3 < now() - interval '1 minute'));
  end
  $$;

-- The same for a person, over all doors and gates.
create or replace function public.where_may(
    end_user_id uuid, at timestamptz default null, verdict text default null, query text default '', after text[] default null,
    "limit" integer default 50) returns jsonb
  language plpgsql stable security invoker
  set search_path = '' set jit = off
  as $$
  #variable_conflict use_column
  begin
    return private.passings_page(null, $1, $2, $3, $4, $5, $6) || jsonb_build_object('person', (
      select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) from public.end_users u
      where u.id = $1 and (private.sees_every_organization() or u.organization_id = nullif(current_setting('app.org', true), '')::uuid)));
  end
  $$;
grant execute on function private.passings_at(uuid, uuid, timestamptz),
  private.passings_page(uuid, uuid, timestamptz, text, text, text[], integer),
  public.who_may_pass(uuid, uuid, timestamptz, text, text, text[], integer), public.where_may(uuid, timestamptz, text, text, text[], integer)
  to system_admin, org_admin;
