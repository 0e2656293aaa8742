-- run-as: portal_engine
-- Exports and erases one person. An org admin may not read the log, so each function checks app.org (empty: system admin). A row found by
-- an id must also have the right kind and the person's organisation, because an id alone does not show its owner.

create or replace function private.person_is_mine(p_organization uuid) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select case when coalesce(current_setting('app.org', true), '') = '' then coalesce(current_setting('app.sub', true), '') <> ''
                else p_organization = current_setting('app.org', true)::uuid end
  $$;

create or replace function private.export_person(p_person uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    person jsonb;
    organization record;
    sources uuid[];
  begin
    select to_jsonb(u) || jsonb_build_object('removed_at', null) into person from public.end_users u where u.id = p_person;
    if not found then
      -- A person who was removed by an ordinary edit: the log still names them.
      select to_jsonb(jsonb_populate_record(null::public.end_users, to_jsonb(r))) || jsonb_build_object('removed_at', r.removed_at) into person
      from public.removed_people r where r.id = p_person;
    end if;
    if not found or not private.person_is_mine((person ->> 'organization_id')::uuid) then
      return null;
    end if;
    select o.id, o.name, o.kind, o.purposes, private.log_days(o.kind, o.log_days) as log_days into strict organization
    from public.organizations o where o.id = (person ->> 'organization_id')::uuid;
    select coalesce(array_agg(c.id), '{}') into sources from public.logged_credentials c where c.end_user_id = p_person;
    return jsonb_build_object(
      'exported_at', now(),
      -- Every column that is about the person.
      'person', person - array['organization_id', 'search', 'search_extra', 'import_id', 'import_digest'] || jsonb_build_object('organization', organization.name),
      'purposes', organization.purposes, 'organization_kind', organization.kind, 'passages_kept_days', organization.log_days,
      'credentials', (select coalesce(jsonb_agg(jsonb_build_object('type', c.credential_type, 'value', c.display_value, 'vehicle_type', c.vehicle_type,
          'valid_from', c.valid_from, 'valid_to', c.valid_to, 'enabled', c.enabled, 'created_at', c.created_at,
          'access', (select coalesce(jsonb_agg(jsonb_build_object('controller', g.controller, 'door', g.door) order by g.controller, g.door), '[]')
             from (select distinct a.controller_id, a.access_point_id, k.name as controller, p.name as door
               from public.access_rights a join public.controllers k on k.id = a.controller_id
               left join public.access_points p on p.id = a.access_point_id where a.credential_id = c.id) g)) order by c.created_at), '[]')
        from public.credentials c where c.end_user_id = p_person),
      'groups', (select coalesce(jsonb_agg(jsonb_build_object('name', g.name, 'valid_from', m.valid_from, 'valid_to', m.valid_to) order by g.name), '[]') from public.access_group_members m
        join public.access_groups g on g.id = m.group_id where m.end_user_id = p_person),
      'passages', (select coalesce(jsonb_agg(jsonb_build_object('at', l.detected_at, 'plate', l.plate_number, 'gate', coalesce(k.name, l.removed_controller),
          'granted', l.access_granted, 'reason', l.access_reason) order by l.detected_at), '[]')
        from public.access_logs l left join public.controllers k on k.id = l.controller_id
        -- Left out where the organisation does not use the gate: anybody may register any plate.
        where l.credential_id = any (sources) and l.organization_id = organization.id),
      'door_events', (select coalesce(jsonb_agg(jsonb_build_object('at', e.occurred_at, 'door', coalesce(p.door_name, p.name, e.removed_door),
          'controller', coalesce(k.name, e.removed_controller),
          'granted', e.granted, 'reason', e.reason) order by e.occurred_at), '[]')
        from public.door_events e left join public.controllers k on k.id = e.controller_id left join public.access_points p on p.id = e.access_point_id
        where e.credential_id = any (sources) and e.organization_id = organization.id),
      'plate_aliases', (select coalesce(jsonb_agg(jsonb_build_object('reading', a.plate_number, 'gate', k.name, 'created_at', a.created_at,
          'last_used_at', a.last_used_at) order by a.created_at), '[]')
        from public.plate_aliases a join public.controllers k on k.id = a.controller_id
        where a.credential_id = any (sources) and a.organization_id = organization.id),
      'near_misses', (select coalesce(jsonb_agg(jsonb_build_object('reading', m.plate_number, 'gate', k.name, 'reads', m.reads,
          'last_read_at', m.last_read_at) order by m.last_read_at), '[]')
        from public.plate_near_miss_candidates c join public.plate_near_misses m on m.id = c.near_miss_id
        join public.controllers k on k.id = m.controller_id
        where c.credential_id = any (sources) and c.organization_id = organization.id),
      'replicas_on_devices', (select coalesce(jsonb_agg(jsonb_build_object('controller', k.name, 'confirmed_at', d.synced_at)), '[]')
        from public.device_sync d join public.controllers k on k.id = d.controller_id
        where d.source_id = any (sources) and d.source_kind = 'credential' and d.organization_id = organization.id),
      'receipts', (select coalesce(jsonb_agg(jsonb_build_object('controller', r.controller_name, 'kind', r.kind, 'at', coalesce(r.read_back_at, r.created_at)) order by r.created_at), '[]')
        from public.sync_receipts r where ((r.source_id = any (sources) and r.source_kind = 'credential') or r.end_user_id = p_person)
          and r.organization_id = organization.id),
      'changes', (select coalesce(jsonb_agg(jsonb_build_object('at', a.at, 'action', a.action) order by a.at), '[]')
        from public.audit a where a.organization_id = organization.id
          and ((a.subject_table = 'end_users' and a.subject_id = p_person) or (a.subject_table = 'credentials' and a.subject_id = any (sources)))));
  end
  $$;

-- Erases a person; returns the erasure's id, or null when absent or in another organisation. Renames replicas, so that no receipt has the
-- name.
create or replace function private.erase_person(p_person uuid) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    actor constant uuid := nullif(current_setting('app.sub', true), '')::uuid;
    person record;
    sources uuid[];
    plates text[];
    own_gates uuid[];
    changed bigint;
    events bigint;
    erasure uuid;
  begin
    select u.id, u.organization_id into person from public.end_users u where u.id = p_person for update;
    if not found then
      -- A person who was removed earlier by an ordinary edit: the log still names them.
      select r.id, r.organization_id into person from public.removed_people r where r.id = p_person;
    end if;
    if not found or not private.person_is_mine(person.organization_id) then
      return null;
    end if;
    select coalesce(array_agg(c.id), '{}'), coalesce(array_agg(c.plate_key) filter (where c.plate_key is not null), '{}') into sources, plates
    from public.credentials c where c.end_user_id = p_person;
    sources := sources || array(select r.id from public.removed_credentials r where r.end_user_id = p_person);
    -- Readings of cameras that a person has linked to them.
    plates := plates || array(select a.plate_key from public.plate_aliases a where a.credential_id = any (sources));
    -- Anybody may register any plate, so a plate identifies the person only at gates that no other organisation reads.
    own_gates := array(select l.controller_id from public.organization_controllers l group by l.controller_id
      having bool_and(l.organization_id = person.organization_id));
    -- These rows are kept for a minute against double openings; the rest is deleted within a day.
    delete from public.gate_passages g where g.plate_key = any (plates) and g.opened_at < now() - interval '1 minute'
      and (g.controller_id = any (own_gates)
        or g.log_id in (select l.id from public.access_logs l where l.credential_id = any (sources) and l.organization_id = person.organization_id));
    -- In a log that is not the organisation's, the reading stays and its link to the person is removed.
    with written as (
      update public.access_logs l set credential_id = null, changed_at = clock_timestamp(),
        plate_number = case when l.credential_id is null or l.organization_id = person.organization_id then 'RADERAD' else l.plate_number end
      where l.credential_id = any (sources)
        or (l.credential_id is null and l.plate_key = any (plates) and l.controller_id = any (own_gates))
      returning l.plate_number)
    select count(*) filter (where w.plate_number = 'RADERAD') into changed from written w;
    update public.door_events e set credential_id = null where e.credential_id = any (sources);
    get diagnostics events = row_count;
    changed := changed + events;
    -- Deletes unsent emails too, whatever their address: anybody may register any address.
    delete from public.mail_queue m where m.end_user_id = p_person and m.organization_id = person.organization_id
      or m.state = 'queued' and p_person = any (m.named_people);
    delete from public.end_users u where u.id = p_person;
    delete from private.undoable_removals r where r.id = p_person;
    delete from public.removed_people r where r.id = p_person and r.organization_id = person.organization_id;
    delete from public.removed_credentials r where r.end_user_id = p_person and r.organization_id = person.organization_id;
    delete from public.credential_versions v where v.credential_id = any (sources);
    delete from public.membership_versions v where v.end_user_id = p_person;
    update public.device_sync d set label = 'Raderad person'
    where d.source_id = any (sources) and d.source_kind = 'credential' and d.organization_id = person.organization_id;
    insert into public.erasures (organization_id, end_user_id, source_ids, log_rows, requested_by)
    values (person.organization_id, p_person, sources, changed, actor) returning id into erasure;
    insert into public.audit (organization_id, actor, action, subject_table, subject_id, after)
    values (person.organization_id, actor, 'person_erased', 'end_users', p_person, jsonb_build_array(jsonb_build_object('log_rows', changed, 'replicas', cardinality(sources))));
    return erasure;
  end
  $$;

create or replace function private.erasure_states(p_id uuid default null)
  returns table (id uuid, organization_id uuid, requested_at timestamptz, log_rows integer, replicas_remaining integer, waiting_for text[], receipts integer)
  language sql stable security definer
  set search_path = ''
  as $$
    select e.id, e.organization_id, e.requested_at, e.log_rows,
      (select count(*)::integer from public.device_sync d where d.source_id = any (e.source_ids) and d.organization_id = e.organization_id),
      (select coalesce(array_agg(distinct k.name), '{}') from public.device_sync d join public.controllers k on k.id = d.controller_id
        where d.source_id = any (e.source_ids) and d.organization_id = e.organization_id),
      (select count(*)::integer from public.sync_receipts r where r.source_id = any (e.source_ids) and r.organization_id = e.organization_id and r.kind <> 'grant')
    from public.erasures e
    where private.person_is_mine(e.organization_id) and (e.id = p_id or (p_id is null and e.requested_at > now() - interval '1 year'))
    order by e.requested_at desc, e.id limit 500
  $$;
grant execute on function private.export_person(uuid), private.erase_person(uuid), private.erasure_states(uuid) to system_admin, org_admin;
