-- run-as: portal_engine
-- Writes access groups and their members. No portal role may write the tables, so each function requires the caller's organisation; it
-- returns null for a group that is not the caller's. The triggers of people/access-groups.trigger.sql then give and take the rights.

create or replace function private.is_offered_place(p_organization uuid, p_controller uuid, p_access_point uuid) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select exists (select from public.organization_controllers l where l.organization_id = p_organization and l.controller_id = p_controller)
      and (p_access_point is null
        or exists (select from public.organization_access_points o where o.organization_id = p_organization and o.access_point_id = p_access_point)
        or not exists (select from public.organization_access_points o where o.organization_id = p_organization and o.controller_id = p_controller))
  $$;
grant execute on function private.is_offered_place(uuid, uuid, uuid) to system_admin, org_admin;

-- Returns the group's organisation; null unless it is the caller's. Locks nothing.
create or replace function private.organization_of_own_group(p_group uuid) returns uuid
  language sql stable security definer
  set search_path = ''
  as $$
    select g.organization_id from public.access_groups g
    where g.id = p_group and private.pin_quota_owner() is not null and private.is_own_organization(g.organization_id)
  $$;

-- Returns the group's organisation with persons and group locked; null unless it is the caller's.
create or replace function private.lock_own_group(p_group uuid, p_people uuid[]) returns uuid
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    organization uuid := private.organization_of_own_group(p_group);
  begin
    if organization is null then
      return null;
    end if;
    -- All persons are locked in one order. If two changes each locked their own people first, each could then wait for the other's among
    -- the members.
    if p_people is not null then
      perform 1 from public.end_users u where u.id = any (p_people || private.members_of(array[p_group])) and u.organization_id = organization
      order by u.id for no key update;
    end if;
    perform private.lock_groups(private.members_of(array[p_group]), array[p_group]);
    select g.organization_id into organization from public.access_groups g where g.id = p_group;
    return organization;
  end
  $$;

-- Turns a group's rights into direct ones, where they have effect. A membership with an end is left out, because a direct right would
-- outlive it. Rights with hours are refused, because a direct right has none and would be wider.
create or replace function private.keep_group_rights(p_group uuid) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  begin
    if exists (select from public.access_group_rights a where a.group_id = p_group and a.schedule_id is not null) then
      raise check_violation using message = 'a direct right has no hours', schema = 'public', table = 'access_group_doors',
        constraint = 'access_group_doors_hours_kept';
    end if;
    insert into public.controller_assignments (credential_id, controller_id, access_point_id)
    select a.credential_id, a.controller_id, a.access_point_id from public.access_group_rights a
    where a.group_id = p_group and (a.valid_from is null or a.valid_from <= now()) and a.valid_to is null and private.is_offered_place(a.organization_id, a.controller_id, a.access_point_id)
      and private.fits_reader(a.credential_id, a.access_point_id)
    order by a.credential_id, a.controller_id
    on conflict do nothing;
  end
  $$;

-- Saves a group; creates one if the id is null. `p_follow` false: members keep the former doors as direct rights and leave the group.
-- `p_hours`: schedules by door or gate, null for always; a place that is not named keeps its own. `p_seen`: `updated_at` of the group that
-- the caller has changed; null: not compared.
create or replace function private.save_access_group(
    p_id uuid, p_organization uuid, p_name text, p_validity text, p_doors uuid[], p_gates uuid[], p_follow boolean, p_hours jsonb default '{}',
    p_seen timestamptz default null)
  returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    saved   uuid := p_id;
    name_given constant text := btrim(private.plain_text(p_name));
    given_places   integer;
    foreign_places integer;
  begin
    if p_id is null then
      if private.pin_quota_owner() is null or not private.is_own_organization(p_organization) then
        return null;
      end if;
      insert into public.access_groups (organization_id, name, validity_period) values (p_organization, name_given, p_validity) returning id into saved;
    else
      if private.lock_own_group(p_id, null) is distinct from p_organization then
        return null;
      end if;
      perform private.require_own_content(p_id);
      -- The places are replaced whole: otherwise a form that was opened before another save would take away or give back what that changed.
      if exists (select from public.access_groups g where g.id = p_id and g.updated_at <> p_seen) then
        raise check_violation using message = 'the group has been changed meanwhile', schema = 'public', table = 'access_groups',
          constraint = 'access_groups_seen';
      end if;
      if not p_follow then
        perform private.keep_group_rights(p_id);
        delete from public.access_group_members m where m.group_id = p_id and m.valid_to is null and (m.valid_from is null or m.valid_from <= now());
      end if;
      update public.access_groups g set name = name_given, validity_period = p_validity, updated_at = clock_timestamp() where g.id = p_id;
    end if;

    -- The lock waits for a transaction that takes a place from the organisation (private.remove_group_places), so that the place
    -- is not counted as offered.
    lock table public.access_group_doors in row exclusive mode;
    -- A place that the group already has is allowed, since it may have been taken from the organisation.
    select count(*), count(*) filter (where h.group_id is null and not private.is_offered_place(p_organization, w.controller_id, w.access_point_id))
    into given_places, foreign_places
    from private.places_of(p_doors, p_gates) w
    left join public.access_group_doors h on h.group_id = saved and h.controller_id = w.controller_id and h.access_point_id is not distinct from w.access_point_id;
    if foreign_places > 0 or given_places <> (select count(distinct d) from unnest(p_doors) d) + (select count(distinct g) from unnest(p_gates) g) then
      raise foreign_key_violation using
        message = 'the door or gate is not among those of the organisation', schema = 'public', table = 'access_group_doors',
        constraint = 'access_group_doors_offered';
    end if;
    delete from public.access_group_doors d
    where d.group_id = saved and not exists (select from private.places_of(p_doors, p_gates) w
      where w.controller_id = d.controller_id and w.access_point_id is not distinct from d.access_point_id);
    update public.access_group_doors d set schedule_id = h.schedule_id from private.hours_given(p_hours) h
    where d.group_id = saved and coalesce(d.access_point_id, d.controller_id) = h.place and d.schedule_id is distinct from h.schedule_id;
    insert into public.access_group_doors (group_id, organization_id, controller_id, access_point_id, schedule_id)
    select saved, p_organization, w.controller_id, w.access_point_id, h.schedule_id
    from private.places_of(p_doors, p_gates) w left join private.hours_given(p_hours) h on h.place = coalesce(w.access_point_id, w.controller_id)
    on conflict do nothing;
    return saved;
  end
  $$;

create or replace function private.hours_given(p_hours jsonb) returns table (place uuid, schedule_id uuid)
  language sql immutable
  set search_path = ''
  as $$ select h.key::uuid, h.value::uuid from jsonb_each_text(p_hours) h $$;

create or replace function private.places_of(p_doors uuid[], p_gates uuid[]) returns table (controller_id uuid, access_point_id uuid)
  language sql stable security definer
  set search_path = ''
  as $$
    select p.controller_id, p.id from public.access_points p join public.controllers k on k.id = p.controller_id and private.is_door_type(k.device_type)
    where p.id = any (p_doors)
    union
    select k.id, null from public.controllers k where k.id = any (p_gates) and not private.is_door_type(k.device_type)
  $$;

-- `p_keep`: members keep the rights as direct ones.
create or replace function private.remove_access_group(p_id uuid, p_keep boolean) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if private.lock_own_group(p_id, null) is null then
      return null;
    end if;
    perform private.require_own_content(p_id);
    if p_keep then
      perform private.keep_group_rights(p_id);
    end if;
    -- Members are deleted before the group, because the event log names the group.
    delete from public.access_group_members m where m.group_id = p_id;
    delete from public.access_group_doors d where d.group_id = p_id;
    delete from public.access_groups g where g.id = p_id;
    return p_id;
  end
  $$;

-- Makes a group its organisation's default for new people, or no longer. The organisation is locked first, so that of two choices at once
-- the later one holds. A group that has stopped being the default leaves the other one alone.
create or replace function private.set_default_group(p_id uuid, p_default boolean) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    organization constant uuid := private.organization_of_own_group(p_id);
    saved        uuid;
  begin
    if organization is null then
      return null;
    end if;
    perform 1 from public.organizations o where o.id = organization for no key update;
    perform private.lock_groups(null, array(select g.id from public.access_groups g
      where g.organization_id = organization and (g.id = p_id or g.is_default)));
    select g.id into saved from public.access_groups g where g.id = p_id;
    if saved is null then
      return null;
    end if;
    update public.access_groups g set is_default = false, updated_at = clock_timestamp()
    where g.organization_id = organization and g.is_default and case when p_default then g.id <> p_id else g.id = p_id end;
    update public.access_groups g set is_default = true, updated_at = clock_timestamp() where g.id = p_id and p_default and not g.is_default;
    return saved;
  end
  $$;

-- Adds and removes members. The dates apply to everybody in `p_add`, also to people who are members already; without dates, and unless
-- `p_dated`, these keep their own.
create or replace function private.set_group_members(
    p_group uuid, p_add uuid[], p_remove uuid[], p_from timestamptz default null, p_to timestamptz default null,
    p_dated boolean default false) returns uuid
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    organization constant uuid := private.lock_own_group(p_group, p_add || p_remove);
  begin
    if organization is null then
      return null;
    end if;
    if (select count(*) from public.end_users u where u.id = any (p_add) and u.organization_id = organization)
        <> (select count(distinct a) from unnest(p_add) a) then
      raise foreign_key_violation using
        message = 'the person does not exist', schema = 'public', table = 'access_group_members', column = 'end_user_id',
        constraint = 'access_group_members_person';
    end if;
    -- Otherwise an ended membership that still awaits private.end_memberships would be taken for the new one.
    delete from public.access_group_members m
    where m.group_id = p_group and (m.end_user_id = any (p_remove) or m.end_user_id = any (p_add) and private.is_over(m.valid_to));
    if p_dated or p_from is not null or p_to is not null then
      update public.access_group_members m set valid_from = p_from, valid_to = p_to
      where m.group_id = p_group and m.end_user_id = any (p_add) and (m.valid_from, m.valid_to) is distinct from (p_from, p_to);
    end if;
    insert into public.access_group_members (group_id, organization_id, end_user_id, valid_from, valid_to)
    select distinct p_group, organization, a, p_from, p_to from unnest(p_add) a
    on conflict do nothing;
    return p_group;
  end
  $$;

-- Replaces a person's groups. Returns null when the person is not the caller's.
create or replace function private.set_groups_of_person(p_person uuid, p_groups uuid[]) returns uuid
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    organization uuid;
    changed      uuid[];
  begin
    select u.organization_id into organization from public.end_users u where u.id = p_person for no key update;
    if organization is null or private.pin_quota_owner() is null or not private.is_own_organization(organization) then
      return null;
    end if;
    changed := p_groups || array(select m.group_id from public.access_group_members m where m.end_user_id = p_person);
    perform 1 from public.access_groups g where g.id = any (changed) and g.organization_id = organization order by g.id for no key update;
    if (select count(*) from public.access_groups g where g.id = any (p_groups) and g.organization_id = organization)
        <> (select count(distinct g) from unnest(p_groups) g) then
      raise foreign_key_violation using
        message = 'the group does not exist', schema = 'public', table = 'access_group_members', column = 'group_id',
        constraint = 'access_group_members_group';
    end if;
    delete from public.access_group_members m where m.end_user_id = p_person and (m.group_id <> all (p_groups) or private.is_over(m.valid_to));
    insert into public.access_group_members (group_id, organization_id, end_user_id)
    select distinct g, organization, p_person from unnest(p_groups) g
    on conflict do nothing;
    return p_person;
  end
  $$;

-- Takes a controller's doors or the gate from every group, those of the installation too.
create or replace function private.remove_group_places(p_controller uuid, p_door uuid default null) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    groups uuid[];
    -- The end of a right at a gate locks its person and its credential (reconcile/desired-generation.function.sql).
    cars   uuid[];
  begin
    perform private.lock_installation_groups(true);
    delete from public.installation_group_doors d where d.controller_id = p_controller and (p_door is null or d.access_point_id = p_door);
    groups := array(select distinct d.group_id from public.access_group_doors d
      where d.controller_id = p_controller and (p_door is null or d.access_point_id = p_door));
    cars := array(select distinct a.credential_id from public.access_rights a where a.controller_id = p_controller and a.access_point_id is null and p_door is null);
    perform private.lock_groups(private.members_of(groups) || array(select c.end_user_id from public.credentials c where c.id = any (cars)), groups);
    perform private.lock_sources('credential', cars);
    -- Waits for transactions that are giving the place, or have seen it as offered, and keeps others from it until the commit. It waits
    -- before a replica is locked, because such a transaction locks the table before its replica.
    lock table public.controller_assignments, public.access_group_doors in share row exclusive mode;
    delete from public.access_group_doors d where d.controller_id = p_controller and (p_door is null or d.access_point_id = p_door);
    perform private.remove_empty_groups(groups);
  end
  $$;

grant execute on function private.remove_group_places(uuid, uuid) to system_admin;
grant execute on function private.save_access_group(uuid, uuid, text, text, uuid[], uuid[], boolean, jsonb, timestamptz), private.remove_access_group(uuid, boolean), private.set_default_group(uuid, boolean),
  private.set_group_members(uuid, uuid[], uuid[], timestamptz, timestamptz, boolean), private.set_groups_of_person(uuid, uuid[]) to system_admin, org_admin;
