-- run-as: portal_engine
-- Keeps groups of the installation (docs/decisions/0072): each organisation that is offered one of their places has an access group for it,
-- with its own people and only its own places. All rights follow from that group, as from the organisation's own ones.
-- Lock order: private.lock_installation_groups, then persons, then groups (people/access-groups.function.sql).

-- Changes of installation groups exclude each other and changes of what organisations are offered, so that each sees the other.
create or replace function private.lock_installation_groups(p_changes boolean) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if p_changes then
      perform pg_advisory_xact_lock(hashtextextended('private.installation_groups', 0));
    else
      perform pg_advisory_xact_lock_shared(hashtextextended('private.installation_groups', 0));
    end if;
  end
  $$;

-- Waits before a statement changes links, because its other triggers lock replicas.
create or replace function private.await_installation_groups() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.lock_installation_groups(false);
    return null;
  end
  $$;

-- Returns the access groups that organisations have for installation groups. Null: all.
create or replace function private.groups_of_installation(p_groups uuid[], p_organizations uuid[]) returns uuid[]
  language sql stable security definer
  set search_path = ''
  as $$
    select array(select g.id from public.access_groups g
      where g.installation_group_id is not null and (p_groups is null or g.installation_group_id = any (p_groups))
        and (p_organizations is null or g.organization_id = any (p_organizations)) order by g.id)
  $$;

-- Returns the places of installation groups that organisations are offered. Null: all.
create or replace function private.offered_installation_places(p_groups uuid[], p_organizations uuid[])
  returns table (installation_group_id uuid, organization_id uuid, controller_id uuid, access_point_id uuid, schedule_id uuid)
  language plpgsql stable security definer
  set search_path = ''
  as $$
  begin
    return query select d.group_id, l.organization_id, d.controller_id, d.access_point_id, d.schedule_id
    from public.installation_group_doors d join public.organization_controllers l on l.controller_id = d.controller_id
    where (p_groups is null or d.group_id = any (p_groups)) and (p_organizations is null or l.organization_id = any (p_organizations))
      and private.is_offered_place(l.organization_id, d.controller_id, d.access_point_id);
  end
  $$;

-- Deletes groups for installation groups that have neither a place nor a member left.
create or replace function private.remove_empty_groups(p_groups uuid[]) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    delete from public.access_groups g
    where g.id = any (p_groups) and g.installation_group_id is not null
      and not exists (select from public.access_group_doors d where d.group_id = g.id)
      and not exists (select from public.access_group_members m where m.group_id = g.id);
  end
  $$;

-- Gives organisations the groups of the installation with those of their places that they are offered now, at the installation's hours,
-- and takes the others. Null: all. The caller holds private.lock_installation_groups.
create or replace function private.offer_installation_groups(p_groups uuid[], p_organizations uuid[]) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    groups uuid[];
  begin
    insert into public.access_groups (organization_id, installation_group_id, name, validity_period)
    select distinct o.organization_id, i.id, i.name, i.validity_period
    from private.offered_installation_places(p_groups, p_organizations) o join public.installation_groups i on i.id = o.installation_group_id
    order by 2, 1
    on conflict (installation_group_id, organization_id) where installation_group_id is not null do nothing;
    groups := private.groups_of_installation(p_groups, p_organizations);
    perform private.lock_groups(private.members_of(groups), groups);
    delete from public.access_group_doors d using public.access_groups g
    where g.id = any (groups) and d.group_id = g.id
      and not exists (select from private.offered_installation_places(p_groups, p_organizations) o
        where o.installation_group_id = g.installation_group_id and o.organization_id = g.organization_id
          and o.controller_id = d.controller_id and o.access_point_id is not distinct from d.access_point_id);
    update public.access_group_doors d set schedule_id = o.schedule_id
    from private.offered_installation_places(p_groups, p_organizations) o
    join public.access_groups g on g.organization_id = o.organization_id and g.installation_group_id = o.installation_group_id
    where d.group_id = g.id and d.controller_id = o.controller_id and d.access_point_id is not distinct from o.access_point_id
      and d.schedule_id is distinct from o.schedule_id;
    insert into public.access_group_doors (group_id, organization_id, controller_id, access_point_id, schedule_id)
    select g.id, g.organization_id, o.controller_id, o.access_point_id, o.schedule_id
    from private.offered_installation_places(p_groups, p_organizations) o
    join public.access_groups g on g.organization_id = o.organization_id and g.installation_group_id = o.installation_group_id
    order by g.id
    on conflict do nothing;
    perform private.remove_empty_groups(groups);
  end
  $$;

-- Runs when what organisations are offered changes. All groups of the organisations are locked together, because rights of their own groups
-- follow (private.give_offered_rights).
create or replace function private.offer_to_organizations(p_organizations uuid[]) returns void
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    groups uuid[];
  begin
    if exists (select from public.installation_groups) then
      groups := array(select g.id from public.access_groups g where g.organization_id = any (p_organizations));
      perform private.lock_groups(private.members_of(groups), groups);
      perform private.offer_installation_groups(null, p_organizations);
    end if;
  end
  $$;

create or replace function private.on_links_removed() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.offer_to_organizations(array(select distinct o.organization_id from old_rows o));
    return null;
  end
  $$;

-- Refuses a change of what belongs to the installation.
create or replace function private.require_own_content(p_group uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if exists (select from public.access_groups g where g.id = p_group and g.installation_group_id is not null) then
      raise check_violation using message = 'the group is the installation''s', schema = 'public', table = 'access_groups',
        constraint = 'access_groups_of_installation';
    end if;
  end
  $$;

-- Saves a group of the installation; creates one if the id is null. Returns null when there is no such group, or the caller does not see
-- every organisation. `p_hours`, `p_follow`, `p_seen`: as private.save_access_group. A PIN that somebody else has at a place opens nothing there, as
-- when a place is offered: the change is about no single person.
create or replace function private.save_installation_group(
    p_id uuid, p_name text, p_validity text, p_doors uuid[], p_gates uuid[], p_hours jsonb default '{}', p_follow boolean default true,
    p_seen timestamptz default null)
  returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    name_given constant text := btrim(private.plain_text(p_name));
    groups uuid[];
    saved  uuid;
  begin
    if private.pin_quota_owner() is null or not private.is_own_organization(null) then
      return null;
    end if;
    perform private.lock_installation_groups(true);
    if p_id is null then
      insert into public.installation_groups (name, validity_period) values (name_given, p_validity) returning id into saved;
    else
      if exists (select from public.installation_groups i where i.id = p_id and i.updated_at <> p_seen) then
        raise check_violation using message = 'the group has been changed meanwhile', schema = 'public', table = 'installation_groups',
          constraint = 'installation_groups_seen';
      end if;
      update public.installation_groups i set name = name_given, validity_period = p_validity, updated_at = clock_timestamp()
      where i.id = p_id returning i.id into saved;
      if saved is null then
        return null;
      end if;
    end if;
    groups := private.groups_of_installation(array[saved], null);
    perform private.lock_groups(private.members_of(groups), groups);
    if (select count(*) from private.places_of(p_doors, p_gates)) <> (select count(distinct d) from unnest(p_doors) d) + (select count(distinct g) from unnest(p_gates) g) then
      raise foreign_key_violation using message = 'the door or gate does not exist', schema = 'public', table = 'installation_group_doors',
        constraint = 'installation_group_doors_place';
    end if;
    if exists (select from private.places_of(p_doors, p_gates) w join private.hours_given(p_hours) h on h.place = coalesce(w.access_point_id, w.controller_id)
        where h.schedule_id is not null and not exists (select from public.schedules s where s.id = h.schedule_id and s.organization_id is null)) then
      raise foreign_key_violation using message = 'the schedule is not there, or is an organisation''s', schema = 'public',
        table = 'access_group_doors', constraint = 'access_group_doors_schedule_own';
    end if;
    if not p_follow then
      perform private.keep_group_rights(g) from unnest(groups) g;
      delete from public.access_group_members m
      where m.group_id = any (groups) and m.valid_to is null and (m.valid_from is null or m.valid_from <= now());
    end if;
    delete from public.installation_group_doors d
    where d.group_id = saved and not exists (select from private.places_of(p_doors, p_gates) w
      where w.controller_id = d.controller_id and w.access_point_id is not distinct from d.access_point_id);
    update public.installation_group_doors d set schedule_id = h.schedule_id from private.hours_given(p_hours) h
    where d.group_id = saved and coalesce(d.access_point_id, d.controller_id) = h.place and d.schedule_id is distinct from h.schedule_id;
    insert into public.installation_group_doors (group_id, controller_id, access_point_id, schedule_id)
    select saved, w.controller_id, w.access_point_id, h.schedule_id
    from private.places_of(p_doors, p_gates) w left join private.hours_given(p_hours) h on h.place = coalesce(w.access_point_id, w.controller_id)
    on conflict do nothing;

    update public.access_groups g set name = name_given, validity_period = p_validity, updated_at = clock_timestamp()
    where g.id = any (groups) and (g.name, g.validity_period) is distinct from (name_given, p_validity);
    perform private.offer_installation_groups(array[saved], null);
    return saved;
  end
  $$;

-- Removes a group of the installation from every organisation. `p_keep`: members keep the rights as direct ones.
create or replace function private.remove_installation_group(p_id uuid, p_keep boolean) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    groups uuid[];
    saved  uuid;
  begin
    if private.pin_quota_owner() is null or not private.is_own_organization(null) then
      return null;
    end if;
    perform private.lock_installation_groups(true);
    select i.id into saved from public.installation_groups i where i.id = p_id for update;
    if saved is null then
      return null;
    end if;
    groups := private.groups_of_installation(array[saved], null);
    perform private.lock_groups(private.members_of(groups), groups);
    if p_keep then
      perform private.keep_group_rights(g) from unnest(groups) g;
    end if;
    delete from public.access_group_members m where m.group_id = any (groups);
    delete from public.access_group_doors d where d.group_id = any (groups);
    delete from public.access_groups g where g.id = any (groups);
    delete from public.installation_group_doors d where d.group_id = saved;
    delete from public.installation_groups i where i.id = saved;
    return saved;
  end
  $$;

grant execute on function private.save_installation_group(uuid, text, text, uuid[], uuid[], jsonb, boolean, timestamptz), private.remove_installation_group(uuid, boolean)
  to system_admin;
grant execute on function private.on_links_removed(), private.await_installation_groups() to portal_owner;
