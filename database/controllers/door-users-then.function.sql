-- run-as: portal_engine
-- Tells which organisations used a door at an earlier time. When a controller was out of reach, events are read long afterwards, and the
-- door may have another organisation by then.

-- Returns the organisations that used a door at that time; with a null door, those that used a door of the controller.
create or replace function private.organizations_at(p_controller uuid, p_door uuid, p_at timestamptz) returns setof uuid
  language sql stable security definer
  set search_path = ''
  as $$
    select distinct o
    from public.access_points a
    cross join lateral (select v.organization_ids from public.door_versions v
      where v.access_point_id = a.id and v.since <= p_at order by v.since desc limit 1) w
    cross join unnest(w.organization_ids) o
    where a.controller_id = p_controller and (p_door is null or a.id = p_door)
  $$;

-- Returns the only organisation; null where there were several, or none.
create or replace function private.sole_organization(p_controller uuid, p_door uuid, p_at timestamptz) returns uuid
  language sql stable security definer
  set search_path = ''
  as $$
    select case when count(*) = 1 then min(o::text)::uuid end from private.organizations_at(p_controller, p_door, p_at) o
  $$;

-- Tells whether the organisation used the door at that time. False where nothing was kept of that time.
create or replace function private.had_door(p_organization uuid, p_door uuid, p_at timestamptz) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce((select p_organization = any (v.organization_ids) from public.door_versions v
      where v.access_point_id = p_door and v.since <= p_at order by v.since desc limit 1), false)
  $$;
revoke execute on function private.had_door(uuid, uuid, timestamptz) from public;
grant execute on function private.had_door(uuid, uuid, timestamptz) to org_admin;
