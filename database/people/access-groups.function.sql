-- run-as: portal_engine
-- Keeps the rights of access groups as rows of access_group_rights (docs/decisions/0061), in the transaction that changes a group, a
-- member, a credential or what an organisation is offered. One statement per change, whatever the number of people.
-- Lock order: persons, then groups; credentials, replicas and reservations follow (reconcile/desired-generation.function.sql).

-- Locks people and groups, so that concurrent changes of a group's doors, of its members and of their credentials see each other. by_key.
create or replace function private.lock_groups(p_people uuid[], p_groups uuid[]) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  begin
    perform 1 from public.end_users u where u.id = any (p_people) order by u.id for share;
    perform 1 from public.access_groups g where g.id = any (p_groups) order by g.id for no key update;
  end
  $$;

create or replace function private.members_of(p_groups uuid[]) returns uuid[]
  language sql stable security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$ select array(select distinct m.end_user_id from public.access_group_members m where m.group_id = any (p_groups)) $$;

-- Returns the rights that groups give now: to PINs at doors whose readers take them, and to plates at gates, wherever the place is offered
-- to the organisation. Null controllers: all. `hmacs`: set for a PIN that needs a reservation. `place`: position among the people's
-- credentials with the same PIN. by_hash.
create or replace function private.group_rights_of(p_groups uuid[], p_people uuid[], p_controllers uuid[])
  returns table (organization_id uuid, credential_id uuid, controller_id uuid, access_point_id uuid, group_id uuid, valid_from timestamptz, valid_to timestamptz,
    schedule_id uuid, hmacs text[], place bigint)
  language plpgsql stable security definer
  set search_path = '' set jit = off set enable_nestloop = off
  as $$
  begin
    return query select m.organization_id, c.id, d.controller_id, d.access_point_id, m.group_id, case when m.valid_from > now() then m.valid_from end, m.valid_to, d.schedule_id,
      c.hmacs, c.place
    from public.access_group_members m
    join (select k.id, k.end_user_id, k.credential_type = 'pin' as is_pin,
            case when k.credential_type = 'pin' then private.encrypted_pin_digits(k.credential_value) end as digits,
            case when private.is_live(k.enabled, k.valid_to) then k.pin_hmacs end as hmacs,
            row_number() over (partition by case when private.is_live(k.enabled, k.valid_to) then k.pin_hmacs end order by k.id) as place
          from public.credentials k where k.end_user_id = any (p_people) offset 0) c on c.end_user_id = m.end_user_id
    join (select g.group_id, g.controller_id, g.access_point_id, g.schedule_id, coalesce(p.pin_min, 0) as least, coalesce(p.pin_max, 99) as most
          from public.access_group_doors g
          join public.organization_controllers l on l.organization_id = g.organization_id and l.controller_id = g.controller_id
          left join public.access_points p on p.id = g.access_point_id
          left join public.organization_access_points o on o.organization_id = g.organization_id and o.access_point_id = g.access_point_id
          left join (select distinct x.organization_id, x.controller_id from public.organization_access_points x) linked
            on linked.organization_id = g.organization_id and linked.controller_id = g.controller_id
          where g.group_id = any (p_groups) and (p_controllers is null or g.controller_id = any (p_controllers))
            and (g.access_point_id is null or o.access_point_id is not null or linked.controller_id is null) offset 0) d
      on d.group_id = m.group_id and (d.access_point_id is not null) = c.is_pin
    where m.group_id = any (p_groups) and m.end_user_id = any (p_people) and coalesce(c.digits between d.least and d.most, true);
  end
  $$;

create or replace function private.has_reserved(p_controller uuid, p_credential uuid, p_hmacs text[]) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select exists (select from public.controller_pins p
      where p.controller_id = p_controller and p.source_id = p_credential and p.pin_hmac = any (p_hmacs))
  $$;

-- Adds missing rights. Null people or controllers: all. `p_free`: the change concerns no single person and is never refused, so PINs that
-- somebody else has at the controller are left out. PINs that must be compared with those of others wait
-- (people/waiting-pins.function.sql), unless they are few and the caller can be charged, or `p_paid` lists them. by_hash.
create or replace function private.give_group_rights(
    p_groups uuid[], p_people uuid[], p_controllers uuid[], p_free boolean default false, p_paid uuid[] default null) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_nestloop = off
  as $$
  declare
    people constant uuid[] := coalesce(p_people, private.members_of(p_groups));
    waiting record;
  begin
    if coalesce(cardinality(p_groups), 0) = 0 or cardinality(people) = 0 then
      return;
    end if;
    waiting := private.pins_to_wait(p_groups, people, p_controllers, p_free, p_paid);
    insert into public.access_group_rights (organization_id, credential_id, controller_id, access_point_id, group_id, valid_from, valid_to, schedule_id)
    select r.organization_id, r.credential_id, r.controller_id, r.access_point_id, r.group_id, r.valid_from, r.valid_to, r.schedule_id
    from private.group_rights_of(p_groups, people, p_controllers) r
    where (not p_free or r.hmacs is null or not exists (select from public.controller_pins t
          where t.controller_id = r.controller_id and t.pin_hmac = any (r.hmacs) and t.source_id is distinct from r.credential_id)
        and (r.place = 1 or private.has_reserved(r.controller_id, r.credential_id, r.hmacs)))
      and not exists (select from unnest(waiting.credentials, waiting.controllers) as w (credential, controller)
        where w.credential = r.credential_id and w.controller = r.controller_id)
    order by r.credential_id, r.controller_id
    on conflict do nothing;
    -- Compares the first PINs now, because the caller of such a change cannot read the result.
    if p_free and p_paid is null and waiting.credentials is not null then
      perform private.check_waiting_pins(g.organization_id, false) from (select distinct w.organization_id from public.access_groups w where w.id = any (p_groups)) g;
    end if;
  end
  $$;

create or replace function private.on_group_doors_added() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    groups constant uuid[] := array(select distinct n.group_id from new_rows n);
    -- The installation gives a place, or an organisation is offered one.
    is_free constant boolean := exists (select from public.access_groups g where g.id = any (groups) and g.installation_group_id is not null);
  begin
    perform private.lock_groups(private.members_of(groups), groups);
    perform private.give_group_rights(groups, null, array(select distinct n.controller_id from new_rows n), is_free);
    return null;
  end
  $$;

create or replace function private.on_group_doors_removed() returns trigger
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  declare
    groups constant uuid[] := array(select distinct o.group_id from old_rows o);
    nowhere constant uuid := '00000000-0000-0000-0000-000000000000';
  begin
    perform private.lock_groups(private.members_of(groups), groups);
    delete from public.access_group_rights a using old_rows o
    where a.group_id = any (groups) and a.group_id = o.group_id and a.controller_id = o.controller_id
      -- Written with `=`, because a hash join cannot use `is not distinct from`.
      and coalesce(a.access_point_id, nowhere) = coalesce(o.access_point_id, nowhere);
    return null;
  end
  $$;

-- Runs when a place of a group gets another schedule, or none.
create or replace function private.on_group_doors_scheduled() returns trigger
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  declare
    groups constant uuid[] := array(select distinct n.group_id from new_rows n);
    nowhere constant uuid := '00000000-0000-0000-0000-000000000000';
  begin
    perform private.lock_groups(private.members_of(groups), groups);
    update public.access_group_rights a set schedule_id = n.schedule_id from new_rows n
    where a.group_id = any (groups) and a.group_id = n.group_id and a.controller_id = n.controller_id
      and coalesce(a.access_point_id, nowhere) = coalesce(n.access_point_id, nowhere) and a.schedule_id is distinct from n.schedule_id;
    return null;
  end
  $$;

-- A group has the hours of its organisation's schedules, or of the installation's.
create or replace function private.require_group_schedule() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    -- Locks the schedule, so that it is not deleted meanwhile.
    perform 1 from public.schedules s
    where s.id = new.schedule_id and (s.organization_id is null or s.organization_id = new.organization_id) for key share;
    if not found then
      raise foreign_key_violation using message = 'the schedule is not there, or is another organisation''s', schema = 'public',
        table = 'access_group_doors', constraint = 'access_group_doors_schedule_own';
    end if;
    return new;
  end
  $$;

create or replace function private.on_members_added() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    groups constant uuid[] := array(select distinct n.group_id from new_rows n);
    people constant uuid[] := array(select distinct n.end_user_id from new_rows n);
  begin
    -- A credential that a concurrent transaction adds either sees the membership or is seen here.
    perform 1 from public.end_users u where u.id = any (people) order by u.id for no key update;
    perform private.lock_groups(null, groups);
    perform private.give_group_rights(groups, people, null);
    return null;
  end
  $$;

-- by_hash; our tables by index.
create or replace function private.on_members_removed() returns trigger
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off set enable_nestloop = off
  as $$
  declare
    groups      constant uuid[] := array(select distinct o.group_id from old_rows o);
    people      constant uuid[] := array(select distinct o.end_user_id from old_rows o);
    credentials constant uuid[] := array(select c.id from public.credentials c where c.end_user_id = any (people));
  begin
    perform private.lock_groups(people, groups);
    perform private.add_turned_versions(credentials);
    delete from public.access_group_rights a
    using (select o.group_id, c.id from old_rows o join public.credentials c on c.end_user_id = o.end_user_id
      where c.end_user_id = any (people)) gone
    where a.credential_id = any (credentials) and a.group_id = gone.group_id and a.credential_id = gone.id;
    return null;
  end
  $$;

-- Runs when a membership gets another start or end. by_hash; our tables by index.
create or replace function private.on_members_dated() returns trigger
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off set enable_nestloop = off
  as $$
  declare
    groups      constant uuid[] := array(select distinct n.group_id from new_rows n);
    people      constant uuid[] := array(select distinct n.end_user_id from new_rows n);
    credentials constant uuid[] := array(select c.id from public.credentials c where c.end_user_id = any (people));
  begin
    perform private.lock_groups(people, groups);
    update public.access_group_rights a set valid_from = dated.valid_from, valid_to = dated.valid_to
    from (select n.group_id, c.id, case when n.valid_from > now() then n.valid_from end as valid_from, n.valid_to
      from new_rows n join public.credentials c on c.end_user_id = n.end_user_id where c.end_user_id = any (people)) dated
    where a.credential_id = any (credentials) and a.group_id = dated.group_id and a.credential_id = dated.id
      and (a.valid_from, a.valid_to) is distinct from (dated.valid_from, dated.valid_to);
    return null;
  end
  $$;

-- Ends memberships whose time is over; called each half minute. It has a transaction of its own, so that every end is committed before any
-- beginning. Readers of rights compare the time themselves, so only devices learn of the end late.
create or replace function private.end_memberships() returns integer
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    groups uuid[];
    people uuid[];
    ended  integer;
  begin
    select array_agg(distinct m.group_id), array_agg(distinct m.end_user_id) into groups, people
    from public.access_group_members m where private.is_over(m.valid_to);
    if groups is null then
      return 0;
    end if;
    perform private.lock_groups(people, groups);
    delete from public.access_group_members m where private.is_over(m.valid_to) and m.end_user_id = any (people);
    get diagnostics ended = row_count;
    return ended;
  end
  $$;

-- Begins memberships whose time has come; called each half minute. If somebody else has the PIN by now, the right is deleted, as when a
-- place is offered again: otherwise the refusal of that right would keep all other memberships from beginning.
create or replace function private.begin_memberships() returns integer
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    groups uuid[];
    people uuid[];
    begun  integer;
  begin
    select array_agg(distinct r.group_id), array_agg(distinct c.end_user_id) into groups, people
    from public.access_group_rights r join public.credentials c on c.id = r.credential_id where r.valid_from <= now();
    if groups is null then
      return 0;
    end if;
    perform private.lock_groups(people, groups);
    delete from public.access_group_rights a
    using (select r.group_id, r.credential_id, r.access_point_id,
        dense_rank() over (partition by r.controller_id, c.pin_hmacs order by c.id) as place,
        exists (select from public.controller_pins p where p.controller_id = r.controller_id and p.pin_hmac = any (c.pin_hmacs)
          and p.source_id is distinct from c.id) as is_taken,
        private.has_reserved(r.controller_id, c.id, c.pin_hmacs) as is_own
      from public.access_group_rights r join public.credentials c on c.id = r.credential_id
      where r.valid_from <= now() and r.group_id = any (groups) and c.pin_hmacs is not null and private.is_live(c.enabled, c.valid_to)) due
    where a.group_id = due.group_id and a.credential_id = due.credential_id and a.access_point_id = due.access_point_id
      and (due.is_taken or due.place > 1 and not due.is_own);
    perform private.add_turned_versions(array(select c.id from public.credentials c where c.end_user_id = any (people)));
    update public.access_group_rights a set valid_from = null where a.valid_from <= now() and a.group_id = any (groups);
    get diagnostics begun = row_count;
    return begun;
  end
  $$;

-- Gives people's credentials the rights of their groups.
create or replace function private.give_credentials_rights(p_people uuid[]) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    groups uuid[];
  begin
    -- Locked before the memberships are read, so that a membership which a concurrent transaction adds sees the credential.
    perform private.lock_groups(p_people, null);
    groups := array(select distinct m.group_id from public.access_group_members m where m.end_user_id = any (p_people));
    if cardinality(groups) > 0 then
      perform private.lock_groups(null, groups);
      perform private.give_group_rights(groups, p_people, null);
    end if;
  end
  $$;

create or replace function private.on_credentials_of_members() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.give_credentials_rights(array(select distinct n.end_user_id from new_rows n));
    return null;
  end
  $$;

-- Runs when a PIN changes: the new one may be free where the former one was not. A PIN of another length loses those doors of the group
-- whose readers do not take it. by_hash.
create or replace function private.on_pins_of_members() returns trigger
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  declare
    changed uuid[];
    resized uuid[];
    people  uuid[];
  begin
    select array_agg(n.id), array_agg(distinct n.end_user_id),
      array_agg(n.id) filter (where private.encrypted_pin_digits(n.credential_value) is distinct from private.encrypted_pin_digits(o.credential_value))
    into changed, people, resized
    from new_rows n join old_rows o on o.id = n.id
    where n.credential_type = 'pin' and n.pin_hmacs is distinct from o.pin_hmacs and not coalesce(n.pin_hmacs && o.pin_hmacs, false);
    if changed is not null then
      delete from private.pin_checks w where w.credential_id = any (changed);
      perform private.take_unfitting_rights(resized);
      perform private.give_credentials_rights(people);
    end if;
    return null;
  end
  $$;

-- by_key.
create or replace function private.take_unfitting_rights(p_credentials uuid[]) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  begin
    delete from public.access_group_rights a
    where a.credential_id = any (p_credentials) and not private.fits_reader(a.credential_id, a.access_point_id);
  end
  $$;

-- Runs when a place is offered again, or when all doors of a controller are, because its last door link has gone.
create or replace function private.give_offered_rights(p_organizations uuid[], p_controllers uuid[]) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    -- All groups of the organisation: a group that gets the door in a concurrent transaction either sees the link or is seen here.
    groups constant uuid[] := array(select g.id from public.access_groups g where g.organization_id = any (p_organizations));
  begin
    if cardinality(groups) > 0 then
      perform private.lock_groups(private.members_of(groups), groups);
      perform private.give_group_rights(groups, null, p_controllers, true);
    end if;
  end
  $$;

create or replace function private.on_places_offered() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    organizations uuid[];
    units         uuid[];
  begin
    if tg_op = 'INSERT' then
      organizations := array(select distinct n.organization_id from new_rows n);
      units := array(select distinct n.controller_id from new_rows n);
    else
      organizations := array(select distinct o.organization_id from old_rows o);
      units := array(select distinct o.controller_id from old_rows o);
    end if;
    perform private.offer_to_organizations(organizations);
    perform private.give_offered_rights(organizations, units);
    return null;
  end
  $$;

-- Runs when a reader takes PINs of other lengths. Where the reader no longer takes a PIN, its right stays, as a direct right does.
create or replace function private.on_reader_lengths() returns trigger
  language plpgsql security definer
  set search_path = '' set enable_nestloop = off
  as $$
  declare
    units  uuid[];
    groups uuid[];
  begin
    select array_agg(distinct n.controller_id), array_agg(distinct d.group_id) into units, groups
    from new_rows n join old_rows o on o.id = n.id join public.access_group_doors d on d.controller_id = n.controller_id and d.access_point_id = n.id
    where (n.pin_min, n.pin_max) is distinct from (o.pin_min, o.pin_max);
    if groups is not null then
      perform private.lock_groups(private.members_of(groups), groups);
      perform private.give_group_rights(groups, null, units, true);
    end if;
    return null;
  end
  $$;

grant execute on function private.on_group_doors_added(), private.on_group_doors_removed(), private.on_group_doors_scheduled(), private.require_group_schedule(),
  private.on_members_added(), private.on_members_removed(), private.on_members_dated(),
  private.on_credentials_of_members(), private.on_pins_of_members(), private.on_places_offered(), private.on_reader_lengths() to portal_owner;
