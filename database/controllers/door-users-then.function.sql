-- run-as: portal_engine
-- Whose a door was. Events are read long after they happened when a controller was out of reach, and the door may have another
-- organisation by then.

-- Organisations that used a door at that time; null: that used a door of the controller.
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

-- The only one; null where there were several, or none.
create or replace function private.sole_organization(p_controller uuid, p_door uuid, p_at timestamptz) returns uuid
  language sql stable security definer
  set search_path = ''
  as $$
    select case when count(*) = 1 then min(o::text)::uuid end from private.organizations_at(p_controller, p_door, p_at) o
  $$;

-- Whether the organisation used the door at that time. False where nothing was kept of that time.
create or replace function private.had_door(p_organization uuid, p_door uuid, p_at timestamptz) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce((select p_organization = any (v.organization_ids) from public.door_versions v
      where v.access_point_id = p_door and v.since <= p_at order by v.since desc limit 1), false)
  $$;
revoke execute on function private.had_door(uuid, uuid, timestamptz) from public;
grant execute on function private.had_door(uuid, uuid, timestamptz) to org_admin;
