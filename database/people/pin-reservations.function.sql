-- run-as: portal_engine
-- A PIN belongs to one credential source per controller. Claims are settled at commit, so that other refusals never reveal a PIN. An
-- expired or disabled credential keeps its PIN until its removal is confirmed. reconcile/desired-generation.function.sql explains the
-- plans.

create or replace function private.claim_pins(p_kind text, p_controllers uuid[], p_sources uuid[]) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if coalesce(cardinality(p_sources), 0) > 0 then
      insert into private.pin_claims (source_kind, controllers, sources) values (p_kind, p_controllers, p_sources);
    end if;
  end
  $$;

create or replace function private.settle_pin_claims() returns trigger
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    claim record;
  begin
    for claim in
      with gone as (delete from private.pin_claims c where c.tx = pg_current_xact_id() returning c.*),
        replicas as (select distinct g.source_kind, w.controller_id, w.source_id
                  from gone g cross join lateral unnest(g.controllers, g.sources) as w (controller_id, source_id))
      select p.source_kind, array_agg(p.controller_id) as controllers, array_agg(p.source_id) as sources
      from replicas p group by p.source_kind order by p.source_kind
    loop
      perform private.reserve_pins(claim.source_kind, claim.controllers, claim.sources);
    end loop;
    update private.pin_attempts a set reported = false where a.id = private.consumed_attempt();
    return null;
  end
  $$;

create or replace function private.consumed_attempt() returns uuid
  language sql stable
  set search_path = ''
  as $$ select nullif(current_setting('app.pin_attempt', true), '')::uuid $$;

-- Reserves PINs. Raises AP001 for a check without quota, 23505 for a taken PIN, and 23514 when the organisation's share of a shared
-- controller is used up. by_hash.
create or replace function private.reserve_pins(p_kind text, p_controllers uuid[], p_sources uuid[]) returns void
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  declare
    controllers   uuid[];
    sources       uuid[];
    organizations uuid[];
    hmac_lists    text[];
  begin
    -- Joined to one text per replica: an array of arrays must be rectangular.
    select array_agg(w.controller_id), array_agg(w.source_id), array_agg(h.organization_id), array_agg(array_to_string(h.pin_hmacs, ','))
    into controllers, sources, organizations, hmac_lists
    from unnest(p_controllers, p_sources) as w (controller_id, source_id)
    join private.source_facts(p_kind, p_sources) h on h.source_id = w.source_id
    where h.live and h.pin_hmacs is not null;
    if controllers is not null then
      perform private.reserve_live_pins(p_kind, controllers, sources, organizations, hmac_lists);
    end if;
  end
  $$;

-- Reserves PINs with all facts given, in key order; the same errors as reserve_pins. by_key.
create or replace function private.reserve_live_pins(
    p_kind text, p_controllers uuid[], p_sources uuid[], p_organizations uuid[], p_hmac_lists text[]) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on
  as $$
  declare
    controllers   uuid[];
    sources       uuid[];
    organizations uuid[];
    hmac_lists    text[];
    asked   boolean;
    revealing integer := 0;
    consumed    integer;
    taken   record;
  begin
    select array_agg(r.controller_id), array_agg(r.source_id), array_agg(r.organization_id), array_agg(r.hmacs)
    into controllers, sources, organizations, hmac_lists
    from unnest(p_controllers, p_sources, p_organizations, p_hmac_lists) as r (controller_id, source_id, organization_id, hmacs)
    where p_kind <> 'credential'
      or exists (select from public.access_rights a where a.credential_id = r.source_id and a.controller_id = r.controller_id
                 and a.organization_id = r.organization_id);
    if controllers is null then
      return;
    end if;
    -- The portal chooses weekly codes, and jobs and devices reveal nothing.
    asked := p_kind <> 'weekly_code' and private.pin_quota_owner() is not null;
    if asked then
      revealing := private.telling_pins(controllers, sources, organizations, hmac_lists);
      select a.rows into consumed from private.pin_attempts a where a.id = private.consumed_attempt() and a.quota_owner = private.pin_quota_owner() and a.reported;
      if coalesce(consumed, 0) < revealing then
        raise sqlstate 'AP001' using message = 'a check of typed PINs takes some of the quota', detail = format('rows=%s', revealing);
      end if;
    end if;

    perform private.end_suspensions(controllers, hmac_lists);
    loop
      -- Waits for a concurrent reservation; an error message would contain the HMAC.
      insert into public.controller_pins (controller_id, pin_hmac, source_id, organization_id)
      select r.controller_id, hmac, r.source_id, r.organization_id
      from unnest(controllers, sources, organizations, hmac_lists) as r (controller_id, source_id, organization_id, hmacs)
      cross join lateral unnest(string_to_array(r.hmacs, ',')) as hmac
      order by r.controller_id, hmac
      on conflict (controller_id, pin_hmac) do nothing;
      -- A suspension may have freed the awaited reservation.
      perform private.end_suspensions(controllers, hmac_lists);

      -- A new snapshot sees the awaited transaction. No LIMIT, because the planner would then expect an early end.
      select (array_agg(r.controller_id) filter (where p.pin_hmac is not null))[1] as controller_id,
        (array_agg(r.source_id) filter (where p.pin_hmac is not null))[1] as source_id,
        bool_or(p.organization_id is distinct from r.organization_id
          and not private.is_offered_pin(r.controller_id, string_to_array(r.hmacs, ','))) filter (where p.pin_hmac is not null) as of_others,
        coalesce(bool_or(p.pin_hmac is null), false) as freed
      into taken
      from (select r.*, hmac from unnest(controllers, sources, organizations, hmac_lists) as r (controller_id, source_id, organization_id, hmacs)
            cross join lateral unnest(string_to_array(r.hmacs, ',')) as hmac
            -- Kept apart by a fence: in a table without statistics the planner would read all of the controller's PINs for each row.
            offset 0) r
      left join public.controller_pins p on p.controller_id = r.controller_id and p.pin_hmac = r.hmac
      where (p.source_id, p.organization_id) is distinct from (r.source_id, r.organization_id);
      -- The reservation that blocked the insert has been released; without another try nobody would have the PIN.
      exit when taken.controller_id is not null or not taken.freed;
    end loop;
    if taken.controller_id is null then
      return;
    end if;
    -- Another organisation got its first PIN here in the meantime, so this check has to be charged.
    if asked and revealing = 0 and taken.of_others then
      raise sqlstate 'AP001' using message = 'a check of typed PINs takes some of the quota', detail = format('rows=%s', cardinality(sources));
    end if;
    raise unique_violation using
      message = 'the PIN is already in use at this controller',
      detail = format('controller_id=%s', taken.controller_id),
      -- The caller's own credential: after a change of many people, it tells whose PIN is taken.
      hint = format('source_id=%s', taken.source_id),
      schema = 'public', table = 'controller_pins', constraint = 'controller_pins_pkey';
  end
  $$;

-- Ends suspensions: a suspended PIN is free, and leaves the device at once when somebody gets it.
create or replace function private.end_suspensions(p_controllers uuid[], p_hmac_lists text[]) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  begin
    if not exists (select from public.device_sync d where d.controller_id = any (p_controllers) and d.suspended_until > now()) then
      return;
    end if;
    with suspended as materialized (
        select d.controller_id, d.source_id, hmac
        from (select distinct c from unnest(p_controllers) as c) given
        join public.device_sync d on d.controller_id = given.c and d.suspended_until > now()
        join public.credentials c on c.id = d.source_id and d.source_kind = 'credential'
        cross join lateral unnest(c.pin_hmacs) as hmac),
      claimed as materialized (
        select r.controller_id, hmac from unnest(p_controllers, p_hmac_lists) as r (controller_id, hmacs)
        cross join lateral unnest(string_to_array(r.hmacs, ',')) as hmac),
      taken as materialized (
        select d.controller_id, d.source_id from public.device_sync d
        where (d.controller_id, d.source_id) in (select s.controller_id, s.source_id from suspended s join claimed using (controller_id, hmac))
        order by d.source_id, d.controller_id for update)
    update public.device_sync d set suspended_until = now(), desired_gen = d.desired_gen + 1, next_try_at = now(), attempts = 0, last_error = null
    from taken t where d.controller_id = t.controller_id and d.source_id = t.source_id;
  end
  $$;

-- Counts PINs whose check reveals something: own and proposed PINs reveal nothing, others use some of the quota of checks. Raises 23514 as
-- above. by_key.
create or replace function private.telling_pins(p_controllers uuid[], p_sources uuid[], p_organizations uuid[], p_hmac_lists text[])
  returns integer
  language plpgsql stable security definer
  set search_path = '' set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on
  as $$
  declare
    controllers   uuid[];
    sources       uuid[];
    organizations uuid[];
    revealing       integer;
  begin
    select array_agg(r.controller_id), array_agg(r.source_id), array_agg(r.organization_id),
      count(distinct r.source_id) filter (where o.hold_pins and not private.is_offered_pin(r.controller_id, string_to_array(r.hmacs, ',')))
    into controllers, sources, organizations, revealing
    from unnest(p_controllers, p_sources, p_organizations, p_hmac_lists) as r (controller_id, source_id, organization_id, hmacs)
    cross join lateral (select private.holds_other_pins(r.controller_id, r.organization_id) as hold_pins) o
    where not exists (select from public.controller_pins p where p.controller_id = r.controller_id and p.source_id = r.source_id
                      and p.organization_id is not distinct from r.organization_id and p.pin_hmac = any (string_to_array(r.hmacs, ',')))
      and (o.hold_pins or exists (select from public.organization_controllers a
                                  where a.controller_id = r.controller_id and a.organization_id <> r.organization_id));
    if controllers is not null then
      perform private.require_pin_quota(controllers, sources, organizations);
    end if;
    return coalesce(revealing, 0);
  end
  $$;

-- Tells whether the controller holds other PINs. Without an organisation every reservation counts. Three probes of one index.
create or replace function private.holds_other_pins(p_controller uuid, p_organization uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select exists (select from public.controller_pins p where p.controller_id = p_controller and p.organization_id is null)
      or exists (select from public.controller_pins p where p.controller_id = p_controller and p.organization_id > p_organization)
      or exists (select from public.controller_pins p where p.controller_id = p_controller and p.organization_id < p_organization)
      or (p_organization is null and exists (select from public.controller_pins p where p.controller_id = p_controller))
  $$;

-- Limits an organisation to half of a shared controller's shortest codes.
create or replace function private.require_pin_quota(p_controllers uuid[], p_sources uuid[], p_organizations uuid[]) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    full_at uuid;
  begin
    -- Two concurrent saves that each see room for one PIN would both succeed. The count needs a new snapshot, hence volatile.
    perform pg_advisory_xact_lock(hashtextextended(format('private.pin_quota/%s/%s', w.controller_id, w.organization_id), 0))
    from (select distinct r.controller_id, r.organization_id from unnest(p_controllers, p_organizations) as r (controller_id, organization_id)
          where r.organization_id is not null order by 1, 2) w;
    select w.controller_id into full_at
    from (select r.controller_id, r.organization_id, count(distinct r.source_id) as desired
          from unnest(p_controllers, p_sources, p_organizations) as r (controller_id, source_id, organization_id)
          where r.organization_id is not null group by 1, 2) w
    where w.desired + (select count(distinct p.source_id) from public.controller_pins p
                      where p.controller_id = w.controller_id and p.organization_id = w.organization_id and p.source_id <> all (p_sources))
      > (select l.per_controller from private.pin_limits() l)
    limit 1;
    if full_at is not null then
      raise check_violation using
        message = 'the organisation has its share of the PINs of this controller', detail = format('controller_id=%s', full_at),
        schema = 'public', table = 'controller_pins', constraint = 'controller_pins_quota';
    end if;
  end
  $$;

-- Tells whether a PIN fits; true where the limits are unknown.
create or replace function private.fits_reader(p_credential uuid, p_access_point uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce((
      select private.encrypted_pin_digits(c.credential_value) between coalesce(p.pin_min, 0) and coalesce(p.pin_max, 99)
      from public.credentials c, public.access_points p
      where c.id = p_credential and c.credential_type = 'pin' and p.id = p_access_point and private.is_own_organization(c.organization_id)), true)
  $$;

-- Requires PINs that fit the readers. by_key.
create or replace function private.require_fitting_pins(p_credentials uuid[]) returns void
  language plpgsql stable security definer
  set search_path = '' set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on
  as $$
  begin
    if exists (
      select from public.credentials c
      join public.controller_assignments a on a.credential_id = c.id
      join public.access_points p on p.id = a.access_point_id
      where c.id = any (p_credentials) and c.credential_type = 'pin'
        and private.encrypted_pin_digits(c.credential_value) not between coalesce(p.pin_min, 0) and coalesce(p.pin_max, 99)) then
      raise check_violation using
        message = 'a reader of an assigned door takes PINs of another length',
        schema = 'public', table = 'credentials', column = 'credential_value', constraint = 'credentials_pin_length';
    end if;
  end
  $$;

create or replace function private.keep_pin_quota() returns trigger
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    people uuid[] := array(select distinct n.end_user_id from new_rows n where n.credential_type = 'pin');
  begin
    if private.pin_quota_owner() is null or cardinality(people) = 0 then
      return null;
    end if;
    perform 1 from public.end_users u where u.id = any (people) order by u.id for no key update;
    if exists (
      select from unnest(people) as person (id)
      where (select count(*) from public.credentials c where c.end_user_id = person.id and c.credential_type = 'pin')
        > (select l.per_person from private.pin_limits() l)) then
      raise check_violation using
        message = 'the person has as many PINs as one may have',
        schema = 'public', table = 'credentials', column = 'end_user_id', constraint = 'credentials_pins_per_person';
    end if;
    return null;
  end
  $$;

grant execute on function private.fits_reader(uuid, uuid) to system_admin, org_admin, portal_engine;
grant execute on function private.settle_pin_claims(), private.keep_pin_quota() to portal_owner;
