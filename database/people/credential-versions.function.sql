-- run-as: portal_engine
-- Keeps a credential's earlier settings, in the transaction that changes them. Callers who may change a credential may not write these
-- rows.

create or replace function private.add_credential_versions(p_ids uuid[]) returns void
  language plpgsql
  -- Uses indexes whatever the statistics say: one statement may assign 20,000 credentials.
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  begin
    insert into public.credential_versions (credential_id, since, enabled, valid_from, valid_to, access_point_ids, controller_ids, direct_ids, group_ids, schedule_ids, coming, pin_digits)
    -- Subqueries instead of a join, since the caller forbids nested loops.
    -- A transaction that began before another may change the row after it: the last change is the newest version, here and in all versions.
    select c.id, greatest(now(), (select max(x.since) from public.credential_versions x where x.credential_id = c.id)), c.enabled, c.valid_from, c.valid_to,
      coalesce((select array_agg(distinct a.access_point_id) from public.access_rights a
                where a.credential_id = c.id and a.access_point_id is not null
                  and (a.valid_from is null or now() >= a.valid_from) and not private.is_over(a.valid_to)), '{}'),
      coalesce((select array_agg(distinct a.controller_id) from public.access_rights a
                where a.credential_id = c.id and a.access_point_id is null
                  and (a.valid_from is null or now() >= a.valid_from) and not private.is_over(a.valid_to)), '{}'),
      array(select coalesce(a.access_point_id, a.controller_id) from public.controller_assignments a where a.credential_id = c.id),
      (select jsonb_object_agg(r.place, r.groups)
       from (select coalesce(a.access_point_id, a.controller_id) as place, jsonb_agg(a.group_id) as groups from public.access_group_rights a
             where a.credential_id = c.id group by 1) r),
      private.schedules_at(c.id, null, now()),
      (select jsonb_object_agg(r.place, r.valid_from)
       from (select coalesce(a.access_point_id, a.controller_id) as place, min(a.valid_from) as valid_from from public.access_group_rights a
             where a.credential_id = c.id and a.valid_from > now() and not private.is_over(a.valid_to) group by 1) r),
      case when c.credential_type = 'pin' then private.encrypted_pin_digits(c.credential_value) end
    from public.credentials c
    where c.id = any (p_ids)
    on conflict (credential_id, since) do update
      set enabled = excluded.enabled, valid_from = excluded.valid_from, valid_to = excluded.valid_to,
        access_point_ids = excluded.access_point_ids, controller_ids = excluded.controller_ids, direct_ids = excluded.direct_ids,
        group_ids = excluded.group_ids, schedule_ids = excluded.schedule_ids, coming = excluded.coming,
        pin_digits = excluded.pin_digits, pins_known_from = null;
  end
  $$;

-- Adds versions for memberships that began or ended without a version, each at the time of that beginning or end, because the job that
-- records it may be late. Called before the rights change. Each version starts from the one before it, since rights may have changed later.
create or replace function private.add_turned_versions(p_credentials uuid[]) returns void
  language plpgsql
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    turn record;
  begin
    for turn in
      select r.credential_id, e.at, array_agg(r.access_point_id) filter (where not e.ends) as doors, array_agg(r.controller_id) filter (where not e.ends and r.access_point_id is null) as gates,
        array_agg(r.access_point_id) filter (where e.ends) as lost_doors, array_agg(r.controller_id) filter (where e.ends and r.access_point_id is null) as lost_gates,
        array_agg(coalesce(r.access_point_id, r.controller_id)::text) as places
      from public.access_group_rights r
      cross join lateral (values (r.valid_from, false), (r.valid_to, true)) as e (at, ends)
      where r.credential_id = any (p_credentials) and e.at <= now()
      group by 1, 2 order by 1, 2
    loop
      insert into public.credential_versions (credential_id, since, enabled, valid_from, valid_to, access_point_ids, controller_ids, direct_ids, group_ids, schedule_ids, coming, pin_digits)
      select v.credential_id, turn.at, v.enabled, v.valid_from, v.valid_to,
        array(select distinct d from unnest(v.access_point_ids || turn.doors) d
          where d is not null and (d <> all (coalesce(turn.lost_doors, '{}')) or private.gives_at(v.credential_id, null, d, turn.at))),
        array(select distinct k from unnest(v.controller_ids || turn.gates) k
          where k is not null and (k <> all (coalesce(turn.lost_gates, '{}')) or private.gives_at(v.credential_id, k, null, turn.at))),
        v.direct_ids, v.group_ids,
        nullif((coalesce(v.schedule_ids, '{}') - turn.places) || coalesce(private.schedules_at(v.credential_id, turn.places, turn.at), '{}'), '{}'),
        v.coming, v.pin_digits
      from (select * from public.credential_versions x where x.credential_id = turn.credential_id and x.since < turn.at order by x.since desc limit 1) v
      where not v.removed
      on conflict do nothing;
    end loop;
  end
  $$;

-- Returns the schedules of the places where each right of that time has one, by door or gate; null where there is none. Null places: all.
create or replace function private.schedules_at(p_credential uuid, p_places text[], p_at timestamptz) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
  begin
    return (select jsonb_object_agg(r.place, r.schedules)
      from (select coalesce(a.access_point_id, a.controller_id)::text as place, jsonb_agg(distinct a.schedule_id) as schedules
            from public.access_rights a
            where a.credential_id = p_credential and (a.valid_from is null or a.valid_from <= p_at) and (a.valid_to is null or a.valid_to > p_at)
            group by 1 having bool_and(a.schedule_id is not null)) r
      where p_places is null or r.place = any (p_places));
  end
  $$;

-- Tells whether another right gave the place at that time.
create or replace function private.gives_at(p_credential uuid, p_gate uuid, p_door uuid, p_at timestamptz) returns boolean
  language plpgsql stable
  set search_path = ''
  as $$
  begin
    return exists (select from public.access_rights a
      where a.credential_id = p_credential and case when p_door is null then a.access_point_id is null and a.controller_id = p_gate else a.access_point_id = p_door end
        and (a.valid_from is null or a.valid_from <= p_at) and (a.valid_to is null or a.valid_to > p_at));
  end
  $$;

create or replace function private.record_credential_versions() returns trigger
  language plpgsql security definer
  -- Nested loops are off: the plan made for a single change is kept for a change of all rows, where a nested loop over both would be
  -- quadratic.
  set search_path = '' set enable_nestloop = off
  as $$
  declare
    others uuid[];
  begin
    if tg_table_name in ('controller_assignments', 'access_group_rights') then
      if tg_op <> 'DELETE' then
        perform private.add_credential_versions(array(select distinct n.credential_id from new_rows n));
      else
        perform private.add_credential_versions(array(select distinct o.credential_id from old_rows o));
      end if;
    elsif tg_op = 'INSERT' then
      perform private.add_credential_versions(array(select n.id from new_rows n));
    else
      perform private.add_credential_versions(array(
        select n.id from new_rows n join old_rows o on o.id = n.id
        where (n.enabled, n.valid_from, n.valid_to, n.plate_key) is distinct from (o.enabled, o.valid_from, o.valid_to, o.plate_key)
          or n.credential_type = 'pin' and n.credential_value is distinct from o.credential_value
            and private.encrypted_pin_digits(n.credential_value) is distinct from private.encrypted_pin_digits(o.credential_value)));
      others := array(select n.id from new_rows n join old_rows o on o.id = n.id where n.plate_key is distinct from o.plate_key);
      if cardinality(others) > 0 then
        update public.credential_versions v set other_plate = true where v.credential_id = any (others) and v.since >= now();
      end if;
    end if;
    return null;
  end
  $$;
grant execute on function private.record_credential_versions() to portal_owner;
