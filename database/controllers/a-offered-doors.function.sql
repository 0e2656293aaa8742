-- run-as: portal_engine
-- Tells which doors of a controller are offered to an organisation, and which organisations use a door.

-- Tells whether a door is offered to an organisation that is linked to the controller: doors linked to it, or all while none is. Inlined.
create or replace function private.is_offered(p_organization uuid, p_controller uuid, p_door uuid) returns boolean
  language sql stable
  as $$
    select exists (select from public.organization_access_points l where l.organization_id = p_organization and l.access_point_id = p_door)
      or not exists (select from public.organization_access_points l where l.organization_id = p_organization and l.controller_id = p_controller)
  $$;

-- Returns the caller's doors, for policies.
create or replace function private.own_offered_doors() returns setof uuid
  language sql stable security definer
  set search_path = ''
  as $$
    select a.id from public.organization_controllers o join public.access_points a on a.controller_id = o.controller_id
    where o.organization_id = nullif(current_setting('app.org', true), '')::uuid and private.is_offered(o.organization_id, o.controller_id, a.id)
  $$;
grant execute on function private.own_offered_doors() to system_admin, org_admin;

-- Returns the organisations that use a door; with a null door, those that use the controller.
create or replace function private.organizations_at(p_controller uuid, p_door uuid) returns setof uuid
  language sql stable security definer
  set search_path = ''
  as $$
    select l.organization_id from public.organization_controllers l
    where l.controller_id = p_controller and (p_door is null or private.is_offered(l.organization_id, l.controller_id, p_door))
  $$;

-- Returns the only organisation; null where there are several.
create or replace function private.sole_organization(p_controller uuid, p_door uuid) returns uuid
  language sql stable security definer
  set search_path = ''
  as $$
    select case when count(*) = 1 then min(o::text)::uuid end from private.organizations_at(p_controller, p_door) o
  $$;

-- Returns, for policies, the caller's controllers that no other organisation is linked to.
create or replace function private.own_sole_controllers() returns setof uuid
  language sql stable security definer
  set search_path = ''
  as $$
    select o.controller_id from public.organization_controllers o
    where o.organization_id = nullif(current_setting('app.org', true), '')::uuid and private.sole_organization(o.controller_id, null) = o.organization_id
  $$;
grant execute on function private.own_sole_controllers() to system_admin, org_admin;
