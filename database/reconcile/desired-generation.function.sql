-- run-as: portal_engine
-- Applies changes of desired state to device_sync, controller_pins and controller_sync, in their transaction.
-- Lock order everywhere: person, credential, replica, reservation; within a kind by key.
-- A plpgsql plan is made for the first size it sees, so every function works on arrays in one of two forced ways:
-- by_key   our tables by index, once per element: for one row or 20,000 (no JIT, which forbidden scans would trigger);
-- by_hash  arrays and transition tables matched by hash, never nested (60,000 × 60,000 would not end).

-- by_key.
create or replace function private.source_facts(p_kind text, p_sources uuid[])
  returns table (source_id uuid, organization_id uuid, label text, user_token text, credential_token text, pin_hmacs text[], live boolean, end_user_id uuid)
  language plpgsql stable security definer
  set search_path = '' set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on
  as $$
  begin
    if p_kind = 'credential' then
      return query select c.id, c.organization_id, u.first_name || ' ' || u.last_name, private.user_token_of(c.id),
          private.credential_token_of(c.id), c.pin_hmacs, private.is_live(c.enabled, c.valid_to), c.end_user_id
        from public.credentials c join public.end_users u on u.id = c.end_user_id where c.id = any (p_sources);
    else
      return query select h.source_id, h.organization_id, h.label, h.user_token, h.credential_token, h.pin_hmacs,
          private.is_live(h.enabled, h.valid_to), null::uuid
        from private.sources h where h.source_kind = p_kind and h.source_id = any (p_sources);
    end if;
  end
  $$;

-- Raises the desired generation of each (controller, source), creating replicas, and claims PINs. `for share`: one of two concurrent
-- changes sees the other (the foreign key's `for key share` lets both pass). by_hash.
create or replace function private.bump_desired(p_kind text, p_controllers uuid[], p_sources uuid[]) returns void
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  begin
    if coalesce(cardinality(p_sources), 0) = 0 then
      return;
    end if;
    perform private.lock_sources(p_kind, p_sources);

    insert into public.device_sync as d (controller_id, source_id, source_kind, organization_id, end_user_id, label, user_token, credential_token)
    select w.controller_id, w.source_id, p_kind, h.organization_id, h.end_user_id, h.label, h.user_token, h.credential_token
    from (select distinct * from unnest(p_controllers, p_sources) as w (controller_id, source_id)) w
    join private.source_facts(p_kind, p_sources) h on h.source_id = w.source_id
    order by w.source_id, w.controller_id
    on conflict (controller_id, source_id) do update
      set desired_gen = d.desired_gen + 1, label = excluded.label, next_try_at = now(), attempts = 0, last_error = null
      -- The id belongs to nobody else (people/guard-source-id.function.sql).
      where d.source_kind = excluded.source_kind and d.organization_id is not distinct from excluded.organization_id;

    perform private.claim_pins(p_kind, p_controllers, p_sources);
    perform pg_notify('sync', '');
  end
  $$;

-- Locks persons before credentials, by key. Also for a right at a gate, which may have no replica: the credential's version, which is written
-- after this (people/credential-versions.function.sql), then has what a concurrent change committed.
create or replace function private.lock_sources(p_kind text, p_sources uuid[]) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    people uuid[];
  begin
    if p_kind = 'credential' then
      people := array(select c.end_user_id from public.credentials c where c.id = any (p_sources));
      perform 1 from public.end_users u where u.id = any (people) order by u.id for share;
      perform 1 from public.credentials c where c.id = any (p_sources) order by c.id for share;
    elsif p_kind = 'weekly_code' then
      perform 1 from public.weekly_codes w where w.id = any (p_sources) order by w.id for share;
    else
      perform 1 from public.controller_users p where p.id = any (p_sources) order by p.id for share;
    end if;
  end
  $$;

-- Runs by_key (above) for these sources.
create or replace function private.bump_sources(p_kind text, p_sources uuid[]) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on
  as $$
  begin
    if coalesce(cardinality(p_sources), 0) = 0 then
      return;
    end if;
    update public.device_sync d set desired_gen = d.desired_gen + 1, next_try_at = now(), attempts = 0, last_error = null
    where d.source_id = any (p_sources) and d.source_kind = p_kind;
    perform pg_notify('sync', '');
  end
  $$;

-- Records rights that the portal removed and the device may still have. Called after bump_sources, which holds the locks.
create or replace function private.record_outdated(p_kind text, p_sources uuid[], p_what text) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on
  as $$
  begin
    if coalesce(cardinality(p_sources), 0) = 0 then
      return;
    end if;
    update public.device_sync d set outdated = private.with_outdated(d.outdated, d.applied_digest, p_what)
    where d.source_id = any (p_sources) and d.source_kind = p_kind;
  end
  $$;

-- Records since when a credential gives no access, or that it gives access again. Called after bump_sources, which holds the locks.
create or replace function private.record_ended(p_kind text, p_sources uuid[], p_ended_at timestamptz) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on
  as $$
  begin
    if coalesce(cardinality(p_sources), 0) = 0 then
      return;
    end if;
    -- Done before anything is written, because afterwards the device may open for the credential again.
    update public.device_sync d set ended_at = p_ended_at, suspended_until = case when p_ended_at is not null then d.suspended_until end
    where d.source_id = any (p_sources) and d.source_kind = p_kind;
  end
  $$;

-- A device that never confirmed anything holds nothing outdated.
create or replace function private.with_outdated(p_outdated text[], p_digest text, p_what text) returns text[]
  language sql immutable
  set search_path = ''
  as $$ select case when p_digest is null or p_what = any (p_outdated) then p_outdated else p_outdated || p_what end $$;

-- Raises the generation of single replicas, even where the source no longer exists; otherwise like bump_sources. Each of them has lost
-- something, at least doors. by_key.
create or replace function private.bump_replicas(p_kind text, p_controllers uuid[], p_sources uuid[]) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on
  as $$
  begin
    if coalesce(cardinality(p_sources), 0) = 0 then
      return;
    end if;
    update public.device_sync d set desired_gen = d.desired_gen + 1, next_try_at = now(), attempts = 0, last_error = null,
      outdated = private.with_outdated(d.outdated, d.applied_digest, 'doors')
    from (select distinct * from unnest(p_controllers, p_sources) as w (controller_id, source_id) order by 2, 1) w
    where d.controller_id = w.controller_id and d.source_id = w.source_id and d.source_kind = p_kind;
    perform pg_notify('sync', '');
  end
  $$;

-- by_key.
create or replace function private.claim_everywhere(p_kind text, p_sources uuid[]) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on
  as $$
  declare
    controllers uuid[];
    sources     uuid[];
  begin
    if coalesce(cardinality(p_sources), 0) = 0 then
      return;
    end if;
    if p_kind = 'credential' then
      select array_agg(a.controller_id), array_agg(a.credential_id) into controllers, sources
      from (select distinct controller_id, credential_id from public.access_rights where credential_id = any (p_sources)) a
      join public.device_sync d on d.controller_id = a.controller_id and d.source_id = a.credential_id;
    elsif p_kind = 'weekly_code' then
      select array_agg(a.controller_id), array_agg(a.weekly_code_id) into controllers, sources
      from public.weekly_code_assignments a where a.weekly_code_id = any (p_sources);
    else
      select array_agg(p.controller_id), array_agg(p.id) into controllers, sources
      from public.controller_users p where p.id = any (p_sources);
    end if;
    perform private.claim_pins(p_kind, controllers, sources);
  end
  $$;

-- Raises one row per controller, whatever the number of people; the worker compares every replica.
create or replace function private.bump_controllers(p_controllers uuid[], p_connection_changed boolean default false) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on
  as $$
  begin
    perform 1 from public.controller_sync s where s.controller_id = any (p_controllers) order by s.controller_id for update;
    update public.controller_sync s set desired_gen = s.desired_gen + 1
    from public.controllers k
    where s.controller_id = any (p_controllers) and k.id = s.controller_id and (private.is_door_type(k.device_type) or k.list_sync);
    if p_connection_changed then
      update public.controller_sync s set next_try_at = now(), attempts = 0, breaker_open_since = null, last_error = null, compare_error = null
      where s.controller_id = any (p_controllers);
    end if;
    perform pg_notify('sync', '');
  end
  $$;

-- A right that is given at a gate and the beginning of the gate's plate list see each other: rights share the lock (by key), the beginning has
-- it alone.
create or replace function private.lock_lists(p_gates uuid[], p_begin boolean) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    gate uuid;
  begin
    for gate in select g from unnest(p_gates) g order by g loop
      if p_begin then
        perform pg_advisory_xact_lock(hashtextextended('plate list ' || gate, 0));
      else
        perform pg_advisory_xact_lock_shared(hashtextextended('plate list ' || gate, 0));
      end if;
    end loop;
  end
  $$;

create or replace function private.on_assignments_inserted() returns trigger
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  declare
    controllers uuid[];
    sources     uuid[];
  begin
    perform private.lock_lists(array(select distinct n.controller_id from new_rows n
      join public.controllers k on k.id = n.controller_id and not private.is_door_type(k.device_type)), false);
    perform private.lock_sources('credential', array(select distinct n.credential_id from new_rows n where n.access_point_id is null));
    select array_agg(n.controller_id), array_agg(n.credential_id) into controllers, sources
    from (select distinct controller_id, credential_id from new_rows) n
    join public.controllers k on k.id = n.controller_id
    where private.is_door_type(k.device_type) or k.list_sync;
    perform private.bump_desired('credential', controllers, sources);
    return null;
  end
  $$;

-- Leaves out a right that is also given directly or by another group, always or at the same hours: nothing is taken from the device then.
-- by_key.
create or replace function private.on_assignments_deleted() returns trigger
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on
  as $$
  begin
    perform private.lock_sources('credential', array(select distinct o.credential_id from old_rows o where o.access_point_id is null));
    -- Locks the replicas, so that when two rights end at once, the second transaction sees the end of the first.
    perform 1 from public.device_sync d where (d.controller_id, d.source_id) in (select o.controller_id, o.credential_id from old_rows o)
    order by d.source_id, d.controller_id for update;
    perform private.bump_replicas('credential', array_agg(o.controller_id), array_agg(o.credential_id)) from old_rows o
    where not exists (select from public.access_rights a where a.credential_id = o.credential_id
      and a.controller_id = o.controller_id and a.access_point_id is not distinct from o.access_point_id
      -- Direct rights have no such column.
      and (a.schedule_id is null or a.schedule_id::text = to_jsonb(o) ->> 'schedule_id')
      and (a.valid_from is null or now() >= a.valid_from) and not private.is_over(a.valid_to));
    return null;
  end
  $$;

-- Runs when a right through a group begins or ends at another time, or gets other hours. A right that now begins later or has other hours
-- takes something from the device.
create or replace function private.on_rights_dated() returns trigger
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  declare
    controllers uuid[];
    sources     uuid[];
  begin
    perform private.lock_sources('credential', array(select distinct n.credential_id from new_rows n where n.access_point_id is null));
    select array_agg(n.controller_id), array_agg(n.credential_id) into controllers, sources
    from (select distinct r.controller_id, r.credential_id from new_rows r
      join old_rows o on o.credential_id = r.credential_id and o.group_id = r.group_id and o.controller_id = r.controller_id
        and o.access_point_id is not distinct from r.access_point_id
      where r.valid_from > now() or r.valid_from is null and r.schedule_id is not null and r.schedule_id is distinct from o.schedule_id) n
    join public.controllers k on k.id = n.controller_id
    where private.is_door_type(k.device_type) or k.list_sync;
    perform private.bump_replicas('credential', controllers, sources);
    select array_agg(n.controller_id), array_agg(n.credential_id) into controllers, sources
    from (select distinct controller_id, credential_id from new_rows where valid_from is null) n
    join public.controllers k on k.id = n.controller_id
    where private.is_door_type(k.device_type) or k.list_sync;
    perform private.bump_desired('credential', controllers, sources);
    return null;
  end
  $$;

create or replace function private.on_credentials_updated() returns trigger
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  declare
    changed  uuid[];
    repinned uuid[];
    retyped  uuid[];
    recoded  uuid[];
    shorter  uuid[];
    ended    uuid[];
    revived  uuid[];
  begin
    -- A PIN has changed when no HMAC is common: encryption with another key is no change.
    select array_agg(n.id order by n.id) filter (where
        n.valid_from is distinct from o.valid_from or n.valid_to is distinct from o.valid_to
        or n.enabled <> o.enabled or n.plate_key is distinct from o.plate_key
        or (n.pin_hmacs is distinct from o.pin_hmacs and not (n.pin_hmacs && o.pin_hmacs))),
      -- The PIN needs the reservation that it lost when its removal was confirmed.
      array_agg(n.id order by n.id) filter (where n.pin_hmacs is distinct from o.pin_hmacs
        or (private.is_live(n.enabled, n.valid_to) and not private.is_live(o.enabled, o.valid_to))),
      array_agg(n.id) filter (where not (n.pin_hmacs && o.pin_hmacs)),
      array_agg(n.id) filter (where not (n.pin_hmacs && o.pin_hmacs) or n.plate_key <> o.plate_key),
      -- A start in the second of the save may be after now(), the start of its transaction.
      array_agg(n.id) filter (where coalesce(n.valid_to, 'infinity') < coalesce(o.valid_to, 'infinity')
        or (n.valid_from > clock_timestamp() and n.valid_from > coalesce(o.valid_from, '-infinity'))),
      array_agg(n.id) filter (where private.is_live(o.enabled, o.valid_to) and not private.is_live(n.enabled, n.valid_to)),
      array_agg(n.id) filter (where private.is_live(n.enabled, n.valid_to) and not private.is_live(o.enabled, o.valid_to))
    into changed, repinned, retyped, recoded, shorter, ended, revived
    from new_rows n join old_rows o on o.id = n.id;
    if retyped is not null then
      perform private.require_fitting_pins(retyped);
    end if;
    perform private.bump_sources('credential', changed);
    perform private.record_outdated('credential', recoded, 'code');
    perform private.record_outdated('credential', shorter, 'validity');
    perform private.record_ended('credential', ended, now());
    perform private.record_ended('credential', revived, null);
    perform private.claim_everywhere('credential', repinned);
    return null;
  end
  $$;

create or replace function private.on_end_users_updated() returns trigger
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  declare
    renamed uuid[];
  begin
    select array_agg(n.id order by n.id) into renamed
    from new_rows n join old_rows o on o.id = n.id
    where n.first_name <> o.first_name or n.last_name <> o.last_name;
    perform private.bump_people(renamed);
    return null;
  end
  $$;

-- Raises the replicas of people, because the device shows the name and the label stores it.
create or replace function private.bump_people(p_people uuid[]) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on
  as $$
  declare
    sources uuid[];
  begin
    if coalesce(cardinality(p_people), 0) = 0 then
      return;
    end if;
    select array_agg(c.id order by c.id) into sources from public.credentials c where c.end_user_id = any (p_people);
    update public.device_sync d
    set desired_gen = d.desired_gen + 1, next_try_at = now(), attempts = 0, last_error = null, label = h.label
    from private.source_facts('credential', sources) h
    where d.source_id = h.source_id and d.source_kind = 'credential';
    perform pg_notify('sync', '');
  end
  $$;

create or replace function private.on_weekly_assignments_inserted() returns trigger
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  begin
    perform private.bump_desired('weekly_code', array_agg(controller_id), array_agg(weekly_code_id)) from new_rows;
    return null;
  end
  $$;

create or replace function private.on_weekly_assignments_deleted() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.bump_replicas('weekly_code', array_agg(controller_id), array_agg(weekly_code_id)) from old_rows;
    return null;
  end
  $$;

create or replace function private.on_weekly_codes_updated() returns trigger
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  declare
    changed  uuid[];
    repinned uuid[];
  begin
    select array_agg(n.id order by n.id) filter (where
        n.valid_from <> o.valid_from or n.valid_to <> o.valid_to
        or n.week_number <> o.week_number or n.year <> o.year or not (n.pin_hmacs && o.pin_hmacs)),
      array_agg(n.id order by n.id) filter (where n.pin_hmacs <> o.pin_hmacs or (private.is_over(o.valid_to) and not private.is_over(n.valid_to)))
    into changed, repinned
    from new_rows n join old_rows o on o.id = n.id;
    perform private.bump_sources('weekly_code', changed);
    perform private.claim_everywhere('weekly_code', repinned);
    return null;
  end
  $$;

create or replace function private.on_controller_users_inserted() returns trigger
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  begin
    perform private.bump_desired('direct', array_agg(controller_id), array_agg(id)) from new_rows;
    return null;
  end
  $$;

create or replace function private.on_controller_users_deleted() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.bump_replicas('direct', array_agg(controller_id), array_agg(id)) from old_rows;
    return null;
  end
  $$;

create or replace function private.on_controller_users_updated() returns trigger
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  declare
    changed     uuid[];
    controllers uuid[];
  begin
    -- A first PIN may appear or vanish here, so && alone detects a re-encrypted one.
    select array_agg(n.id order by n.id), array_agg(n.controller_id order by n.id) into changed, controllers
    from new_rows n join old_rows o on o.id = n.id
    where (n.first_name, n.last_name, n.valid_from, n.valid_to, n.enabled, n.group_token, n.default_group, n.access_point_ids)
        is distinct from (o.first_name, o.last_name, o.valid_from, o.valid_to, o.enabled, o.group_token, o.default_group, o.access_point_ids)
      or (n.pin_hmacs is distinct from o.pin_hmacs and not coalesce(n.pin_hmacs && o.pin_hmacs, false));
    perform private.bump_desired('direct', controllers, changed);
    select array_agg(n.id), array_agg(n.controller_id) into changed, controllers
    from new_rows n join old_rows o on o.id = n.id where n.pin_hmacs is distinct from o.pin_hmacs;
    perform private.claim_pins('direct', controllers, changed);
    return null;
  end
  $$;

create or replace function private.on_doors_added() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.bump_controllers(array_agg(distinct controller_id)) from new_rows having count(*) > 0;
    return null;
  end
  $$;

create or replace function private.on_doors_removed() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.bump_controllers(array_agg(distinct controller_id)) from old_rows having count(*) > 0;
    return null;
  end
  $$;

-- Raises the replicas of people whose organisation has lost doors and kept others at the controller. by_key.
create or replace function private.bump_withdrawn(p_organizations uuid[], p_doors uuid[]) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on
  as $$
  declare
    controllers uuid[];
    sources     uuid[];
  begin
    if coalesce(cardinality(p_doors), 0) = 0 then
      return;
    end if;
    select array_agg(r.controller_id), array_agg(r.credential_id) into controllers, sources
    from (select distinct a.controller_id, a.credential_id
      from unnest(p_organizations, p_doors) as w (organization_id, access_point_id)
      join public.access_points p on p.id = w.access_point_id and p.enabled
      join public.organization_controllers o on o.organization_id = w.organization_id and o.controller_id = p.controller_id
      join public.access_rights a on a.controller_id = p.controller_id and a.access_point_id = p.id and a.organization_id = w.organization_id
      where (a.valid_from is null or now() >= a.valid_from) and not private.is_over(a.valid_to)
        -- Without any link all doors are the organisation's.
        and exists (select from public.organization_access_points l where l.organization_id = w.organization_id and l.controller_id = p.controller_id)
        and not exists (select from public.organization_access_points l where l.organization_id = w.organization_id and l.access_point_id = p.id)) r;
    perform 1 from public.device_sync d
    where (d.controller_id, d.source_id) in (select * from unnest(controllers, sources))
    order by d.source_id, d.controller_id for update;
    perform private.bump_replicas('credential', controllers, sources);
  end
  $$;

-- The first door that is chosen for an organisation takes the controller's others from it.
create or replace function private.on_door_links_added() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.bump_controllers(array_agg(distinct controller_id)) from new_rows having count(*) > 0;
    perform private.bump_withdrawn(array_agg(f.organization_id), array_agg(p.id))
    from (select distinct n.organization_id, n.controller_id from new_rows n
      where not exists (select from public.organization_access_points l where l.organization_id = n.organization_id and l.controller_id = n.controller_id
        and not exists (select from new_rows m where m.organization_id = l.organization_id and m.access_point_id = l.access_point_id))) f
    join public.access_points p on p.controller_id = f.controller_id;
    return null;
  end
  $$;

create or replace function private.on_door_links_removed() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.bump_controllers(array_agg(distinct controller_id)) from old_rows having count(*) > 0;
    perform private.bump_withdrawn(array_agg(organization_id), array_agg(access_point_id)) from old_rows;
    return null;
  end
  $$;

create or replace function private.on_doors_changed() returns trigger
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  begin
    perform private.bump_controllers(array_agg(distinct n.controller_id))
    from new_rows n join old_rows o on o.id = n.id
    where n.enabled <> o.enabled or n.access_profile_token is distinct from o.access_profile_token
    having count(*) > 0;
    return null;
  end
  $$;

create or replace function private.on_door_profiles_changed() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.bump_controllers(array_agg(distinct n.controller_id))
    from new_rows n join old_rows o on o.access_point_id = n.access_point_id and o.schedule_ids = n.schedule_ids
    where n.profile_token <> o.profile_token or n.hours_problem is distinct from o.hours_problem
    having count(*) > 0;
    return null;
  end
  $$;

create or replace function private.on_controllers_inserted() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    insert into public.controller_sync (controller_id, desired_gen)
    select id, case when private.is_door_type(device_type) or list_sync then 1 else 0 end from new_rows;
    perform pg_notify('sync', '');
    return null;
  end
  $$;

create or replace function private.on_controllers_updated() returns trigger
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  declare
    moved  uuid[];
    listed uuid[];
  begin
    select array_agg(n.id) into listed from new_rows n join old_rows o on o.id = n.id where n.list_sync and not o.list_sync;
    perform private.lock_lists(listed, true);
    -- Ignores the worker's own columns, and a password that `reencrypt` re-encrypted (an HMAC of it could be attacked).
    select array_agg(n.id) into moved
    from new_rows n join old_rows o on o.id = n.id
    where (n.device_type, n.device_ip, n.device_port, n.username, n.enabled, n.allow_plain_http, n.list_sync)
      is distinct from (o.device_type, o.device_ip, o.device_port, o.username, o.enabled, o.allow_plain_http, o.list_sync)
      or (n.password_encrypted is distinct from o.password_encrypted
        and coalesce(current_setting('app.reencrypting', true), '') <> 'on');
    if moved is not null then
      perform private.bump_controllers(moved, true);
    end if;
    select array_agg(n.id) into listed from new_rows n join old_rows o on o.id = n.id where o.list_sync and not n.list_sync;
    if listed is not null then
      perform private.bump_replicas('credential', array_agg(d.controller_id), array_agg(d.source_id))
      from public.device_sync d where d.controller_id = any (listed);
    end if;
    select array_agg(n.id) into listed from new_rows n join old_rows o on o.id = n.id where n.list_sync and not o.list_sync;
    if listed is not null then
      perform private.bump_desired('credential', array_agg(a.controller_id), array_agg(a.credential_id))
      from public.access_rights a where a.controller_id = any (listed);
    end if;
    return null;
  end
  $$;

do $$
declare
  f regprocedure;
begin
  for f in select p.oid from pg_catalog.pg_proc p
    where p.pronamespace = 'private'::regnamespace and p.proowner = 'portal_engine'::regrole and p.prorettype = 'trigger'::regtype
  loop
    execute format('grant execute on function %s to portal_owner', f);
  end loop;
end
$$;
