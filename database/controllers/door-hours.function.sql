-- run-as: portal_engine
-- Keeps the hours of doors in step with their schedules. `hours_token` and `hours_problem` are what the worker last read of the unit; a
-- change of the hours clears them until it has been written and confirmed.

-- A door's hours limit everybody at it, so they belong to the installation, not to one of its organisations.
create or replace function private.require_own_hours() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    -- Locks the schedule, so that it is not deleted meanwhile.
    perform 1 from public.schedules s where s.id = new.hours_schedule_id and s.organization_id is null for key share;
    if new.hours_schedule_id is not null and not found then
      raise foreign_key_violation using message = 'the schedule is not there, or is an organisation''s', schema = 'public',
        table = 'access_points', constraint = 'access_points_hours_own';
    end if;
    new.hours_token := null;
    new.hours_problem := null;
    new.hours_seen_at := null;
    return new;
  end
  $$;

create or replace function private.compare_for_door_hours() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    update public.door_profiles p set hours_token = null where p.access_point_id = new.id;
    perform private.compare_soon(array[new.controller_id]);
    return null;
  end
  $$;

create or replace function private.compare_for_schedule() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.compare_for_hours_of(array[case tg_op when 'DELETE' then old.schedule_id else new.schedule_id end]);
    return null;
  end
  $$;

create or replace function private.compare_for_calendar() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.compare_for_hours_of(array(select l.schedule_id from public.schedule_calendars l
      where l.calendar_id = case tg_op when 'DELETE' then old.calendar_id else new.calendar_id end));
    return null;
  end
  $$;

create or replace function private.compare_for_hours_of(p_schedules uuid[]) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    controllers uuid[];
  begin
    -- Waits for a worker that is recording the former hours. One that has read them and not recorded them sees `hours_at` afterwards.
    perform from public.access_points a
    where a.hours_schedule_id = any (p_schedules)
      or a.id in (select d.access_point_id from public.access_group_doors d where d.schedule_id = any (p_schedules))
      or a.id in (select p.access_point_id from public.door_profiles p where p.schedule_ids && p_schedules)
    order by a.id for no key update;
    update public.access_points a set hours_token = null, hours_problem = null, hours_seen_at = null
    where a.hours_schedule_id = any (p_schedules) and (a.hours_token is not null or a.hours_problem is not null or a.hours_seen_at is not null);
    -- A door's own hours cut those of rights there.
    update public.door_profiles p set hours_token = null
    where p.hours_token is not null and (p.schedule_ids && p_schedules
      or p.access_point_id in (select a.id from public.access_points a where a.hours_schedule_id = any (p_schedules)));
    -- Tells every controller, because a worker may be writing the former hours just now.
    select array_agg(c.controller_id) into controllers from (
      select a.controller_id from public.access_points a where a.hours_schedule_id = any (p_schedules)
      union select p.controller_id from public.door_profiles p where p.schedule_ids && p_schedules
      union select d.controller_id from public.access_group_doors d where d.schedule_id = any (p_schedules)) c;
    update public.controller_sync s set hours_at = clock_timestamp(), next_try_at = least(s.next_try_at, now())
    where s.controller_id = any (controllers);
    perform pg_catalog.pg_notify('sync', '') where controllers is not null;
  end
  $$;

-- Requests comparisons, in which the workers write schedules and profiles.
create or replace function private.compare_soon(p_controllers uuid[]) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if p_controllers is null then
      return;
    end if;
    update public.controller_sync s set verify_at = now(), next_try_at = least(s.next_try_at, now())
    where s.controller_id = any (p_controllers);
    perform pg_catalog.pg_notify('sync', '');
  end
  $$;
grant execute on function private.require_own_hours(), private.compare_for_door_hours(), private.compare_for_schedule(),
  private.compare_for_calendar() to portal_owner;
