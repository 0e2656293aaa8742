-- Returns the progress of the installation's first steps; for an org admin, of their organisation. One statement, under the reader's
-- policies.

-- finished  somebody has opened something, or people have had access for so long that nobody needs the steps
-- named     false for a door that people see by the name its device came with ("Door 1")
-- offered   given to an organisation: by name, or with its controller where that has no door links
create or replace function public.first_steps() returns jsonb
  language plpgsql stable security invoker
  set search_path = ''
  as $$
  declare
    shown_doors constant integer := 8;
    needed_for  constant interval := '30 days';
    everything  constant boolean := private.sees_every_organization();
    own         constant uuid := coalesce(nullif(current_setting('app.org', true), ''), '00000000-0000-0000-0000-000000000000')::uuid;
  begin
    return (
      with places as materialized (
        select o.id, o.name, o.created_at from public.organizations o where everything or o.id = own),
      links as materialized (
        select l.organization_id, l.controller_id from public.organization_controllers l where everything or l.organization_id = own),
      units as materialized (
        select c.id, c.name, c.device_type, c.created_at, c.last_sync, l.id is not null as offered
        from public.controllers c
        left join lateral (select l.controller_id as id from links l where l.controller_id = c.id limit 1) l on true
        where c.enabled and (everything or l.id is not null)),
      doors as materialized (
        select p.id, p.name, p.door_name, u.id as controller_id, u.name as controller_name, u.created_at,
          -- Makers' default names in English or Swedish; a dot matches a character with a diacritic.
          coalesce(nullif(btrim(p.door_name), ''), btrim(p.name)) !~* '^(access ?point|door|d.rr|reader|l.sare)?[ _-]*[0-9]*$' as named,
          exists (select from links l where l.controller_id = u.id and (
              exists (select from public.organization_access_points d
                      where d.organization_id = l.organization_id and d.access_point_id = p.id)
              or not exists (select from public.organization_access_points d
                             where d.organization_id = l.organization_id and d.controller_id = u.id))) as offered
        from public.access_points p join units u on u.id = p.controller_id
        where p.enabled and private.is_door_type(u.device_type)),
      shown as (
        select d.* from doors d where everything or d.offered order by d.created_at, d.name, d.id limit shown_doors),
      person as (
        select u.id, u.first_name || ' ' || u.last_name as name, u.created_at, o.created_at as since
        from public.end_users u join places o on o.id = u.organization_id
        where exists (select from public.credentials c join public.access_rights a on a.credential_id = c.id
                      where c.end_user_id = u.id)
        order by u.created_at, u.id limit 1),
      opened as materialized (select private.first_opening(case when everything then null else own end) as at)
      select jsonb_build_object(
        'finished', opened.at is not null or coalesce((select p.since < now() - needed_for from person p), false),
        'opened_at', opened.at,
        'organizations', (select count(*) from places),
        'organization', (select jsonb_build_object('id', o.id, 'name', o.name, 'created_at', o.created_at)
                         from places o order by o.created_at, o.id limit 1),
        'controllers', (select count(*) from units),
        'controller', (select jsonb_build_object('id', u.id, 'name', u.name, 'device_type', u.device_type, 'answered_at', u.last_sync)
                       from units u order by private.is_door_type(u.device_type) and u.last_sync is null, u.created_at, u.id limit 1),
        'gates', (select count(*) from units u where not private.is_door_type(u.device_type)),
        'gates_offered', (select count(*) from units u where not private.is_door_type(u.device_type) and u.offered),
        'doors', (select count(*) from doors d where everything or d.offered),
        'doors_offered', (select count(*) from doors d where d.offered),
        'doors_ready', (select count(*) from doors d where d.offered and d.named),
        'doors_reporting', (select count(*) from doors d where d.offered and private.reports_openings(d.controller_id)),
        'doors_unnamed', (select count(*) from doors d where not d.named and (everything or d.offered)),
        'shown_doors', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'door_name', s.door_name,
                          'controller_id', s.controller_id, 'controller_name', s.controller_name, 'named', s.named) order by s.created_at, s.name, s.id), '[]') from shown s),
        'person', (select jsonb_build_object('id', p.id, 'name', p.name, 'created_at', p.created_at) from person p))
      from opened);
  end
  $$;
grant execute on function public.first_steps() to system_admin, org_admin;
