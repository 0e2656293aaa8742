drop view if exists private.desired_replicas;
drop view if exists private.sources;

-- The three credential sources in one shape. security_invoker, and only portal_engine is granted it.
create view private.sources with (security_invoker = true) as
  select 'credential'::text as source_kind, c.id as source_id, c.organization_id,
    u.first_name || ' ' || u.last_name as label, u.first_name, u.last_name,
    private.user_token_of(c.id) as user_token, private.credential_token_of(c.id) as credential_token,
    case when c.credential_type = 'pin' then c.credential_value end as encrypted_pin,
    c.pin_hmacs,
    case when c.credential_type = 'license_plate' then c.credential_value end as plate,
    c.valid_from, c.valid_to, c.enabled
  from public.credentials c
  join public.end_users u on u.organization_id = c.organization_id and u.id = c.end_user_id
  union all
  select 'weekly_code', w.id, null, 'v.' || w.week_number || ' ' || w.year, 'v.' || w.week_number, w.year::text,
    private.user_token_of(w.id), private.credential_token_of(w.id), w.code, w.pin_hmacs, null, w.valid_from, w.valid_to, true
  from public.weekly_codes w
  union all
  select 'direct', p.id, null, p.first_name || ' ' || p.last_name, p.first_name, p.last_name,
    coalesce(p.user_token, private.user_token_of(p.id)), coalesce(p.credential_token, private.credential_token_of(p.id)),
    p.pin, p.pin_hmacs, null, p.valid_from, p.valid_to, p.enabled
  from public.controller_users p;
grant select on private.sources to portal_engine;

-- Lists the entry that each controller should hold for each source, with its generation. One statement reads both, so a later change stays pending.
-- `desired`, `live`: reconcile/is-desired.function.sql. A source that is not live keeps its PIN until its removal is confirmed. `assigned`:
-- an assignment exists, so the replica stays although nothing is desired. `may_suspend`: nothing is desired only because the credential is
-- switched off or over, and the device has confirmed it, so it may stay there suspended from `ended_at` (docs/decisions/0048).
-- `hours_unknown`: the worker has not given a door a profile for these hours yet. `doors_withheld`: the device does not keep the hours.
create view private.desired_replicas with (security_invoker = true) as
  select d.controller_id, d.source_id, d.source_kind, d.organization_id, d.label, d.user_token, d.credential_token,
    d.desired_gen, d.applied_gen, d.pending, d.applied_digest, d.attempts, d.next_try_at, d.last_error, d.synced_at, d.outdated,
    h.source_id is not null and places.assigned as assigned,
    private.is_desired(places.effective, h.enabled, h.valid_to) as desired,
    private.is_live(h.enabled, h.valid_to) as live,
    h.first_name, h.last_name, h.encrypted_pin, h.pin_hmacs, h.plate, h.valid_from, h.valid_to,
    places.profile_tokens, places.doors_without_profile, places.door_tokens, places.hours_unknown, places.doors_withheld, d.suspended_until,
    coalesce(d.ended_at, case when private.is_over(h.valid_to) then h.valid_to end) as ended_at,
    d.source_kind = 'credential' and h.encrypted_pin is not null and d.applied_digest is not null
      and places.effective and not private.is_live(h.enabled, h.valid_to) and coalesce(d.suspended_until > now(), true) as may_suspend
  from public.device_sync d
  -- A plain join would read all three kinds whole to find one source.
  left join lateral (
    select * from private.sources x where x.source_kind = d.source_kind and x.source_id = d.source_id offset 0
  ) h on true
  cross join lateral (
    select exists (select from public.access_rights a
                   where a.credential_id = d.source_id and a.controller_id = d.controller_id) as assigned,
      count(*) > 0 as effective,
      coalesce(array_agg(distinct t.token) filter (where t.token is not null), '{}') as profile_tokens,
      count(distinct p.id) filter (where t.token is null) as doors_without_profile,
      coalesce(array_agg(distinct p.device_door_token) filter (where p.device_door_token is not null), '{}') as door_tokens,
      coalesce(bool_or(e.schedule_ids is not null and t.token is null), false) as hours_unknown,
      count(*) filter (where h.hours_problem is not null) as doors_withheld
    from (select r.access_point_id,
            case when bool_and(r.schedule_id is not null) then array_agg(distinct r.schedule_id order by r.schedule_id) end as schedule_ids
          from private.effective_access r
          where d.source_kind = 'credential' and r.credential_id = d.source_id and r.controller_id = d.controller_id
          group by r.access_point_id) e
    left join public.access_points p on p.id = e.access_point_id
    left join public.door_profiles h on h.access_point_id = e.access_point_id and h.schedule_ids = e.schedule_ids
    cross join lateral (select case when e.schedule_ids is null then p.access_profile_token else h.profile_token end) t (token)
    -- A gate's own list of plates knows no hours.
    where e.access_point_id is not null or e.schedule_ids is null
    having d.source_kind = 'credential'
    union all
    select exists (select from public.weekly_code_assignments a
                   where a.weekly_code_id = d.source_id and a.controller_id = d.controller_id),
      count(*) > 0 and exists (select from public.weekly_code_assignments a
                               where a.weekly_code_id = d.source_id and a.controller_id = d.controller_id),
      coalesce(array_agg(distinct p.access_profile_token) filter (where p.access_profile_token is not null), '{}'),
      count(p.id) filter (where p.access_profile_token is null), '{}', false, 0
    from public.access_points p
    where d.source_kind = 'weekly_code' and p.controller_id = d.controller_id and p.enabled
    having d.source_kind = 'weekly_code'
    union all
    select count(u.id) > 0, count(u.id) > 0,
      coalesce(array_agg(distinct token) filter (where token is not null), '{}'),
      count(distinct p.id) filter (where p.access_profile_token is null) + count(distinct u.id) filter (where u.default_group and s.group_token is null), '{}', false, 0
    from public.controller_users u
    left join public.controller_sync s on s.controller_id = u.controller_id
    left join public.access_points p on p.controller_id = u.controller_id and p.id = any (u.access_point_ids) and p.enabled
    left join lateral unnest(array[u.group_token, case when u.default_group then s.group_token end, p.access_profile_token]) as token on true
    where d.source_kind = 'direct' and u.id = d.source_id and u.controller_id = d.controller_id
    having d.source_kind = 'direct'
  ) places;
grant select on private.desired_replicas to portal_engine;
