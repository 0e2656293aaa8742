-- run-as: portal_engine
-- Undoes the removal of a person within a minute, for the account that removed them. The rows come back with their ids, so that
-- devices, reservations and the log know them again. Their triggers apply the rules of a save, except rules that a save does not
-- apply to an unchanged row, such as the one about a door that the organisation no longer has (app.undoing).

-- Stores a copy of a person whom the caller deletes later in the same transaction.
create or replace function private.keep_removal(p_person uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    delete from private.undoable_removals r where r.id in (
      select old.id from private.undoable_removals old where old.removed_at < clock_timestamp() - interval '1 minute' for update skip locked);
    insert into private.undoable_removals (id, organization_id, removed_by, person, credentials, assignments, aliases, memberships)
    select u.id, u.organization_id, current_setting('app.sub')::uuid, to_jsonb(u),
      (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.credentials c where c.end_user_id = u.id),
      (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from public.controller_assignments a
       join public.credentials c on c.id = a.credential_id where c.end_user_id = u.id),
      (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from public.plate_aliases l
       join public.credentials c on c.id = l.credential_id where c.end_user_id = u.id),
      (select coalesce(jsonb_agg(to_jsonb(m)), '[]') from public.access_group_members m where m.end_user_id = u.id)
    from public.end_users u where u.id = p_person and private.person_is_mine(u.organization_id)
    on conflict (id) do update set removed_by = excluded.removed_by, removed_at = excluded.removed_at, person = excluded.person,
      credentials = excluded.credentials, assignments = excluded.assignments, aliases = excluded.aliases, memberships = excluded.memberships;
  end
  $$;

-- Brings the person back, once. Returns the organisation and the credentials; no row: nothing of the caller's to undo.
create or replace function private.undo_removal(p_person uuid) returns table (organization_id uuid, sources uuid[])
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    kept private.undoable_removals;
    back uuid[];
  begin
    delete from private.undoable_removals r
    where r.id = p_person and r.removed_by = nullif(current_setting('app.sub', true), '')::uuid
      and r.removed_at > clock_timestamp() - interval '1 minute' and private.person_is_mine(r.organization_id)
    returning r.* into kept;
    if not found then
      return;
    end if;
    perform set_config('app.undoing', 'on', true);
    -- Every column that is stored as given, so that a new one comes back too.
    execute (select format('insert into public.end_users (%1$s) select %1$s from jsonb_populate_record(null::public.end_users, $1)',
        string_agg(quote_ident(a.attname), ', '))
      from pg_attribute a where a.attrelid = 'public.end_users'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '')
    using kept.person;
    insert into public.credentials (id, organization_id, end_user_id, credential_type, credential_value, vehicle_type, validity_period, valid_from,
      valid_to, enabled, axxon_vehicle_id, created_at, pin_grams)
    select c.id, c.organization_id, c.end_user_id, c.credential_type, c.credential_value, c.vehicle_type, c.validity_period, c.valid_from,
      c.valid_to, c.enabled, c.axxon_vehicle_id, c.created_at, c.pin_grams
    from jsonb_populate_recordset(null::public.credentials, kept.credentials) c;
    back := array(select c.id from jsonb_populate_recordset(null::public.credentials, kept.credentials) c);
    -- The controller's worker writes the tokens again.
    insert into public.controller_assignments (id, organization_id, credential_id, controller_id, access_point_id, created_at)
    select a.id, a.organization_id, a.credential_id, a.controller_id, a.access_point_id, a.created_at
    from jsonb_populate_recordset(null::public.controller_assignments, kept.assignments) a
    where exists (select from public.controllers k where k.id = a.controller_id)
      and (a.access_point_id is null or exists (select from public.access_points p where p.id = a.access_point_id));
    insert into public.plate_aliases (id, controller_id, organization_id, credential_id, plate_number, created_by, created_at, last_used_at)
    select l.id, l.controller_id, l.organization_id, l.credential_id, l.plate_number, l.created_by, l.created_at, l.last_used_at
    from jsonb_populate_recordset(null::public.plate_aliases, kept.aliases) l
    where exists (select from public.organization_controllers o where o.controller_id = l.controller_id and o.organization_id = l.organization_id)
      -- Somebody has got the plate in the meantime.
      and not exists (select from public.credentials c join public.access_rights r on r.credential_id = c.id
        where c.plate_key = l.plate_key and r.controller_id = l.controller_id)
    on conflict do nothing;
    -- A group that no longer exists gets no member; the rights of the other groups follow (people/access-groups.trigger.sql).
    insert into public.access_group_members (id, group_id, organization_id, end_user_id, valid_from, valid_to, created_at)
    select m.id, m.group_id, m.organization_id, m.end_user_id, m.valid_from, m.valid_to, m.created_at
    from jsonb_populate_recordset(null::public.access_group_members, kept.memberships) m
    where exists (select from public.access_groups g where g.id = m.group_id);
    perform set_config('app.undoing', '', true);
    delete from public.removed_credentials r where r.id = any (back);
    delete from public.removed_people r where r.id = p_person;
    -- Otherwise retention would delete all versions of these credentials.
    update public.credential_versions v set removed = false where v.credential_id = any (back) and v.removed;
    return query select kept.organization_id, back;
  end
  $$;
grant execute on function private.keep_removal(uuid), private.undo_removal(uuid) to system_admin, org_admin;
