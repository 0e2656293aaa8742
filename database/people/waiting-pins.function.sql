-- run-as: portal_engine
-- Compares PINs of members of groups with those of others at a shared controller. The person who changes the group or links the controller
-- learns nothing by it: the PINs wait, and a job compares a few at a time, charged to the organisation's quota for members. After a change
-- by a system admin that concerns no single person, the comparison begins at once.

-- Records the (credential, controller) pairs that get no right yet, and returns them. by_hash.
create or replace function private.pins_to_wait(
    p_groups uuid[], p_people uuid[], p_controllers uuid[], p_free boolean, p_paid uuid[], out credentials uuid[], out controllers uuid[])
  language plpgsql security definer
  set search_path = '' set jit = off set enable_nestloop = off
  as $$
  declare
    filled constant uuid[] := array(select g from unnest(p_groups) g where exists (select from public.access_group_members m where m.group_id = g offset 0));
    owners uuid[];
    shared uuid[];
    pins   integer;
  begin
    -- Organisations whose members get their first PINs at a controller together are compared with one another.
    select array_agg(d.organization_id), array_agg(d.controller_id) into owners, shared
    from (select g.organization_id, g.controller_id, count(*) over (partition by g.controller_id) as organizations from public.access_group_doors g
      where g.group_id = any (filled) and g.access_point_id is not null and (p_controllers is null or g.controller_id = any (p_controllers))
      group by 1, 2) d
    where d.organizations > 1 or private.holds_other_pins(d.controller_id, d.organization_id);
    if shared is null then
      return;
    end if;
    select array_agg(w.credential_id), array_agg(w.controller_id), count(distinct w.credential_id) into credentials, controllers, pins
    from (select distinct r.credential_id, r.controller_id, r.hmacs from private.group_rights_of(p_groups, p_people, shared) r
      join unnest(owners, shared) as h (organization_id, controller_id) using (organization_id, controller_id)
      where r.hmacs is not null and r.credential_id <> all (coalesce(p_paid, '{}'))) w
    where not private.has_reserved(w.controller_id, w.credential_id, w.hmacs)
      and not private.is_offered_pin(w.controller_id, w.hmacs);
    if credentials is null or (not p_free and private.may_compare(pins)) then
      credentials := null;
      controllers := null;
      return;
    end if;
    -- A PIN that was taken is compared again, since a change may have freed it.
    insert into private.pin_checks as w (credential_id, controller_id, organization_id)
    select c.id, x.controller_id, c.organization_id from unnest(credentials, controllers) as x (credential_id, controller_id)
    join public.credentials c on c.id = x.credential_id
    order by c.id, x.controller_id
    on conflict (credential_id, controller_id) do update set taken = false, since = excluded.since where w.taken and p_paid is null;
  end
  $$;

-- Tells whether the caller's transaction compares the PINs itself, charged as typed ones.
create or replace function private.may_compare(p_pins integer) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select private.pin_quota_owner() is not null and p_pins <= l.members_now
      and (private.pin_attempts_left() >= p_pins
        or exists (select from private.pin_attempts a where a.id = private.consumed_attempt() and a.quota_owner = private.pin_quota_owner() and a.rows >= p_pins))
    from private.pin_limits() l
  $$;

create or replace function private.waiting_organizations() returns setof uuid
  language sql stable security definer
  set search_path = ''
  as $$ select distinct w.organization_id from private.pin_checks w where not w.taken $$;

-- Compares the waiting PINs of an organisation, oldest first, as many as its quota for members allows, and never more than the answers
-- "taken" that are left in the hour. Free PINs get their rights. Charge and answers are one transaction. Returns the number. by_key.
create or replace function private.check_waiting_pins(p_organization uuid, p_wait boolean default true) returns integer
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    roomy  uuid[];
    picked uuid[];
    people uuid[];
    groups uuid[];
    most   integer;
    taken_pins integer;
  begin
    -- Must be taken before the locks on persons. A caller that may already hold those does not wait for this lock.
    if p_wait then
      perform pg_advisory_xact_lock(hashtextextended('private.pin_checks/' || p_organization, 0));
    elsif not pg_try_advisory_xact_lock(hashtextextended('private.pin_checks/' || p_organization, 0)) then
      return 0;
    end if;
    delete from private.pin_checks w where w.organization_id = p_organization and not exists (
      select from public.credentials c join public.access_group_members m on m.end_user_id = c.end_user_id
      join public.access_group_doors d on d.group_id = m.group_id and d.controller_id = w.controller_id
      join public.organization_controllers o on o.organization_id = d.organization_id and o.controller_id = d.controller_id
      where c.id = w.credential_id);
    delete from private.pin_attempts a where a.quota_owner = p_organization and a.at < clock_timestamp() - interval '1 day';
    select least(l.members_hour - spent.hour, l.members_day - spent.day, l.members_reported - spent.reported) into most
    from private.pin_limits() l, private.pin_attempts_spent(p_organization, true) spent;
    -- The PINs wait because the organisation has used up its share of the controller's PINs.
    select array_agg(u.controller_id) into roomy from (select distinct w.controller_id from private.pin_checks w where w.organization_id = p_organization and not w.taken) u
    where (select count(distinct p.source_id) from public.controller_pins p where p.controller_id = u.controller_id and p.organization_id = p_organization)
      + most <= (select l.per_controller from private.pin_limits() l);
    picked := array(select w.credential_id from private.pin_checks w
      where w.organization_id = p_organization and not w.taken and w.controller_id = any (roomy)
      group by w.credential_id order by min(w.since), w.credential_id limit greatest(most, 0));
    if cardinality(picked) = 0 then
      return 0;
    end if;
    people := array(select distinct c.end_user_id from public.credentials c where c.id = any (picked));
    groups := array(select distinct m.group_id from public.access_group_members m where m.end_user_id = any (people));
    perform private.lock_groups(people, groups);
    -- The lock is this strong because reservations come before replicas here.
    perform 1 from public.credentials c where c.id = any (picked) order by c.id for no key update;

    insert into public.controller_pins (controller_id, pin_hmac, source_id, organization_id)
    select w.controller_id, hmac, c.id, c.organization_id
    from private.pin_checks w join public.credentials c on c.id = w.credential_id cross join lateral unnest(c.pin_hmacs) as hmac
    where w.credential_id = any (picked) and w.controller_id = any (roomy) and private.is_live(c.enabled, c.valid_to)
    order by w.controller_id, hmac, c.id
    on conflict (controller_id, pin_hmac) do nothing;
    -- This statement has a new snapshot, so it sees a reservation that the insert waited for.
    update private.pin_checks w set taken = true from public.credentials c
    where c.id = w.credential_id and w.credential_id = any (picked) and w.controller_id = any (roomy) and private.is_live(c.enabled, c.valid_to)
      and exists (select from public.controller_pins p
        where p.controller_id = w.controller_id and p.pin_hmac = any (c.pin_hmacs) and p.source_id is distinct from c.id);
    select count(distinct w.credential_id) into taken_pins from private.pin_checks w where w.credential_id = any (picked) and w.taken and w.controller_id = any (roomy);
    insert into private.pin_attempts (quota_owner, organization_id, rows, reported, members)
    select p_organization, p_organization, 1, true, true from generate_series(1, taken_pins)
    union all
    select p_organization, p_organization, cardinality(picked) - taken_pins, false, true where cardinality(picked) > taken_pins;
    delete from private.pin_checks w where w.credential_id = any (picked) and not w.taken and w.controller_id = any (roomy);
    perform private.give_group_rights(groups, people, roomy, true, picked);
    -- Releases reservations without a right: the door gives none after all, or somebody else has one of the PIN's two HMACs.
    delete from public.controller_pins p
    where p.source_id = any (picked) and p.controller_id = any (roomy) and p.xmin = pg_current_xact_id()::xid
      and not exists (select from public.access_rights a where a.credential_id = p.source_id and a.controller_id = p.controller_id);
    return cardinality(picked);
  end
  $$;

-- Returns the waiting PINs of the caller's groups.
create or replace function private.waiting_pins(p_groups uuid[]) returns table (group_id uuid, end_user_id uuid, credential_id uuid, controller_id uuid)
  language sql stable security definer
  set search_path = '' set jit = off
  as $$
    select distinct m.group_id, m.end_user_id, c.id, w.controller_id
    from public.access_group_members m
    join public.credentials c on c.end_user_id = m.end_user_id
    join private.pin_checks w on w.credential_id = c.id and not w.taken
    join public.access_group_doors d on d.group_id = m.group_id and d.controller_id = w.controller_id
    where m.group_id = any (p_groups) and private.is_own_organization(m.organization_id)
      and private.is_offered_place(d.organization_id, d.controller_id, d.access_point_id)
  $$;

-- Returns the PINs of people that this transaction has reserved at controllers with codes of others. A preview keeps them as offers. by_key.
create or replace function private.newly_reserved(p_people uuid[]) returns table (hmacs text[], controllers uuid[])
  language plpgsql stable security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  begin
    return query select array_agg(distinct p.pin_hmac), array_agg(distinct p.controller_id)
    from (select distinct c.organization_id, a.credential_id, a.controller_id
          from public.credentials c join public.access_rights a on a.credential_id = c.id
          where c.end_user_id = any (p_people) and c.pin_hmacs is not null and private.is_own_organization(c.organization_id)) u
    join public.controller_pins p on p.controller_id = u.controller_id and p.source_id = u.credential_id
      -- A savepoint's transaction is younger than its parent.
      and age(p.xmin) <= age(pg_current_xact_id()::xid)
    where private.holds_other_pins(u.controller_id, u.organization_id)
    group by p.source_id;
  end
  $$;

grant execute on function private.waiting_pins(uuid[]), private.newly_reserved(uuid[]) to system_admin, org_admin;
