-- run-as: portal_engine
-- The writes of near-miss (server/gates/near-miss.ts) and the events that end an alias. The server checks the caller's right to the
-- candidate by reading it as the caller.

-- Locks the reading of a near miss that will become a credential's plate or alias, so that two answers to it come one after the other.
-- 'gone': already answered. 'taken': by now somebody's plate or alias at that gate.
create or replace function private.lock_near_miss(p_id uuid, p_credential uuid, out outcome text, out plate_number text, out controller_id uuid)
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    miss public.plate_near_misses;
  begin
    select * into miss from public.plate_near_misses m where m.id = p_id for update;
    if not found or not exists (
      select from public.plate_near_miss_candidates c where c.near_miss_id = p_id and c.credential_id = p_credential and private.is_own_organization(c.organization_id)) then
      outcome := 'gone';
      return;
    end if;
    -- An alias unused for too long opens nothing and may be made again.
    delete from public.plate_aliases a where a.controller_id = miss.controller_id and a.plate_key = miss.plate_key
      and a.last_used_at <= now() - interval '90 days';
    outcome := case
      when exists (select from public.credentials k join public.access_rights a on a.credential_id = k.id
                   where k.plate_key = miss.plate_key and a.controller_id = miss.controller_id)
        or exists (select from public.plate_aliases a where a.controller_id = miss.controller_id and a.plate_key = miss.plate_key)
      then 'taken' else 'free' end;
    plate_number := miss.plate_number;
    controller_id := miss.controller_id;
  end
  $$;

create or replace function private.link_near_miss(p_id uuid, p_credential uuid) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    miss record;
  begin
    miss := private.lock_near_miss(p_id, p_credential);
    if miss.outcome = 'free' then
      insert into public.plate_aliases (controller_id, organization_id, credential_id, plate_number, created_by)
      select miss.controller_id, k.organization_id, k.id, miss.plate_number, nullif(current_setting('app.sub', true), '')::uuid
      from public.credentials k where k.id = p_credential;
    end if;
    -- A taken or linked reading is no longer a near miss.
    if miss.outcome <> 'gone' then
      delete from public.plate_near_misses m where m.id = p_id;
    end if;
    return miss.outcome;
  end
  $$;

-- Ends a near miss. The caller writes the plate itself, by the same rules as any save.
create or replace function private.end_near_miss(p_id uuid) returns void
  language sql security definer
  set search_path = ''
  as $$
    delete from public.plate_near_misses m where m.id = p_id and exists (
      select from public.plate_near_miss_candidates c where c.near_miss_id = m.id and private.is_own_organization(c.organization_id))
  $$;

-- Dismisses a near miss by hand, or undoes that.
create or replace function private.dismiss_near_miss(p_id uuid, p_credentials uuid[], p_dismissed boolean) returns integer
  language sql security definer
  set search_path = ''
  as $$
    with changed as (
      update public.plate_near_miss_candidates c set dismissed_at = case when p_dismissed then now() end
      where c.near_miss_id = p_id and c.credential_id = any (p_credentials)
        and private.is_own_organization(c.organization_id) and (c.dismissed_at is null) = p_dismissed returning 1)
    select count(*)::integer from changed
  $$;

-- Restores a near miss after a link is undone, unless the reading is by now somebody's plate or alias at that gate. The caller
-- has ended the alias. The former count of readings is lost.
create or replace function private.put_back_near_miss(p_passage uuid, p_controller uuid, p_plate text, p_read_at timestamptz, p_credential uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    miss uuid;
  begin
    if not exists (select from public.credentials k where k.id = p_credential and private.is_own_organization(k.organization_id))
      or exists (select from public.credentials k join public.access_rights a on a.credential_id = k.id
               where k.plate_key = private.plate_key(p_plate) and a.controller_id = p_controller)
      or exists (select from public.plate_aliases a where a.controller_id = p_controller and a.plate_key = private.plate_key(p_plate)) then
      return;
    end if;
    insert into public.plate_near_misses as m (controller_id, plate_number, last_read_at, last_passage_id)
    values (p_controller, p_plate, p_read_at, p_passage)
    on conflict (controller_id, plate_key) do update set plate_number = m.plate_number
    returning id into miss;
    insert into public.plate_near_miss_candidates (near_miss_id, organization_id, credential_id, place)
    select miss, k.organization_id, k.id, 1 from public.credentials k where k.id = p_credential
    on conflict do nothing;
  end
  $$;
grant execute on function private.lock_near_miss(uuid, uuid), private.link_near_miss(uuid, uuid), private.end_near_miss(uuid),
  private.dismiss_near_miss(uuid, uuid[], boolean), private.put_back_near_miss(uuid, uuid, text, timestamptz, uuid) to system_admin, org_admin;

-- Removes aliases and near misses of plates that are somebody's own at a gate. by_key.
create or replace function private.plates_taken(p_credentials uuid[]) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on
  as $$
  declare
    gates  uuid[];
    plates text[];
  begin
    -- Usually there are none.
    if coalesce(cardinality(p_credentials), 0) = 0
      or not exists (select from public.plate_aliases) and not exists (select from public.plate_near_misses) then
      return;
    end if;
    select array_agg(a.controller_id), array_agg(k.plate_key) into gates, plates
    from public.credentials k join public.access_rights a on a.organization_id = k.organization_id and a.credential_id = k.id
    where k.id = any (p_credentials) and k.plate_key is not null;
    delete from public.plate_aliases x using unnest(gates, plates) as own (gate, plate)
    where x.controller_id = own.gate and x.plate_key = own.plate;
    delete from public.plate_near_misses m using unnest(gates, plates) as own (gate, plate)
    where m.controller_id = own.gate and m.plate_key = own.plate;
  end
  $$;

create or replace function private.on_plates_assigned() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.plates_taken(array_agg(distinct n.credential_id)) from new_rows n where n.access_point_id is null;
    return null;
  end
  $$;

-- Another car has the plate now, and readings of the former plate do not concern that car.
create or replace function private.on_plates_changed() returns trigger
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  declare
    changed uuid[];
  begin
    select array_agg(n.id) into changed
    from new_rows n join old_rows o on o.id = n.id where n.plate_key is distinct from o.plate_key;
    if changed is null then
      return null;
    end if;
    delete from public.plate_aliases a where a.credential_id = any (changed);
    delete from public.plate_near_miss_candidates c where c.credential_id = any (changed);
    perform private.plates_taken(changed);
    return null;
  end
  $$;

-- Removes near misses and aliases of people who have lost a gate, because its readings concern only those who have it. Otherwise people who
-- lost it would see each new reading for an earlier candidate, dismissed or not. They could link it, and would find the passages in their
-- log, in place of the people who have the gate.
create or replace function private.on_gates_withdrawn() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    delete from public.plate_aliases a using old_rows o
    where a.controller_id = o.controller_id and a.organization_id = o.organization_id;
    delete from public.plate_near_miss_candidates c using public.plate_near_misses m, old_rows o
    where m.id = c.near_miss_id and m.controller_id = o.controller_id and c.organization_id = o.organization_id;
    return null;
  end
  $$;

-- Forgets a reading that no candidate is left for.
create or replace function private.on_candidates_deleted() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    delete from public.plate_near_misses m using (select distinct near_miss_id from old_rows) gone
    where m.id = gone.near_miss_id
      and not exists (select from public.plate_near_miss_candidates c where c.near_miss_id = m.id);
    return null;
  end
  $$;

-- Writes the alias to gates that keep a plate list.
create or replace function private.on_aliases_made() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.bump_sources('credential', array_agg(distinct credential_id)) from new_rows;
    return null;
  end
  $$;

create or replace function private.on_aliases_ended() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.bump_replicas('credential', array_agg(controller_id), array_agg(credential_id)) from old_rows;
    return null;
  end
  $$;
grant execute on function private.on_plates_assigned(), private.on_plates_changed(), private.on_gates_withdrawn(), private.on_candidates_deleted(),
  private.on_aliases_made(), private.on_aliases_ended() to portal_owner;
