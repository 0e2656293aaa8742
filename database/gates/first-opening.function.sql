-- run-as: portal_engine
-- Tells whether a person has opened something. Only private.opening_by_a_person defines what counts.

-- Returns a time at which somebody of the organisation opened something, or null. It counts when the gate answered yes to one of their
-- plates, or a door let one of their PINs in. The search starts from the credentials, since other organisations' logs may be long.
create or replace function private.opening_by_a_person(p_organization uuid) returns timestamptz
  language sql stable security definer
  set search_path = ''
  as $$
    select opening.at
    from (
      (select l.detected_at as at
       from public.credentials c
       join public.access_logs l on l.credential_id = c.id
       where c.organization_id = p_organization and c.credential_type = 'license_plate' and l.access_granted and l.macro_executed
       limit 1)
      union all
      (select e.occurred_at
       from public.credentials c
       join public.door_events e on e.credential_id = c.id
       where c.organization_id = p_organization and e.kind = 'access' and e.granted
       limit 1)) opening
    limit 1
  $$;

-- Returns the first opening, which is kept after the passage is deleted; null while nobody has opened anything. `p_organization` null: any
-- organisation.
create or replace function private.first_opening(p_organization uuid) returns timestamptz
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce(
      (select min(f.opened_at) from private.first_openings f where p_organization is null or f.organization_id = p_organization),
      (select o.at from (select private.opening_by_a_person(g.id) as at from public.organizations g
                         where p_organization is null or g.id = p_organization) o where o.at is not null limit 1))
  $$;

-- Called before passages are deleted.
create or replace function private.record_first_openings() returns void
  language sql security definer
  set search_path = ''
  as $$
    insert into private.first_openings (organization_id, opened_at)
    select o.id, o.at
    from (select g.id, private.opening_by_a_person(g.id) as at from public.organizations g
          where not exists (select from private.first_openings f where f.organization_id = g.id)) o
    where o.at is not null
    on conflict do nothing
  $$;

-- Returns false when the controller has reported that the portal cannot read its log: nobody then sees its doors open.
create or replace function private.reports_openings(p_controller uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select not exists (select from public.door_event_cursors k where k.controller_id = p_controller and not k.supported)
  $$;

grant execute on function private.first_opening(uuid), private.reports_openings(uuid) to system_admin, org_admin;
