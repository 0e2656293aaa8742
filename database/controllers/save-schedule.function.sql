-- run-as: portal_engine
-- Writes schedules and calendars whole. No portal role may write the tables, so each function requires the caller's organisation (a null
-- one: a system admin); it returns null for a row that is not the caller's.

-- Returns the organisation's schedule or calendar, locked; null unless it is there and the caller's.
create or replace function private.lock_own_schedule(p_id uuid, p_organization uuid) returns uuid
  language sql security definer
  set search_path = ''
  as $$
    select s.id from public.schedules s
    where s.id = p_id and s.organization_id is not distinct from p_organization and private.is_own_organization(s.organization_id)
    for no key update
  $$;

create or replace function private.lock_own_calendar(p_id uuid, p_organization uuid) returns uuid
  language sql security definer
  set search_path = ''
  as $$
    select c.id from public.calendars c
    where c.id = p_id and c.organization_id is not distinct from p_organization and private.is_own_organization(c.organization_id)
    for no key update
  $$;

-- Saves a schedule; creates one if the id is null. `p_hours`: rows of schedule_hours. `p_calendars`: in their order. `p_seen`: `updated_at` of
-- the schedule that the caller has changed, here and below; null: not compared.
create or replace function private.save_schedule(
    p_id uuid, p_organization uuid, p_name text, p_hours jsonb, p_calendars uuid[], p_seen timestamptz default null) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    saved uuid := p_id;
    given constant text := btrim(private.plain_text(p_name));
  begin
    if private.pin_quota_owner() is null or not private.is_own_organization(p_organization) then
      return null;
    end if;
    if p_id is null then
      insert into public.schedules (organization_id, name) values (p_organization, given) returning id into saved;
    elsif private.lock_own_schedule(p_id, p_organization) is null then
      return null;
    else
      if exists (select from public.schedules s where s.id = p_id and s.updated_at <> p_seen) then
        raise check_violation using message = 'the schedule has been changed meanwhile', schema = 'public', table = 'schedules',
          constraint = 'schedules_seen';
      end if;
      update public.schedules s set name = given, updated_at = clock_timestamp() where s.id = p_id;
    end if;
    -- Locks the calendars, the owner's or the installation's, so that none is deleted meanwhile, and a change of their days either is seen here
    -- or sees that the schedule uses them.
    perform 1 from public.calendars c
    where c.id = any (p_calendars) and (c.organization_id is null or c.organization_id = p_organization) order by c.id for share;
    if (select count(*) from public.calendars c
        where c.id = any (p_calendars) and (c.organization_id is null or c.organization_id = p_organization)) <> cardinality(p_calendars) then
      raise foreign_key_violation using message = 'the calendar does not exist', schema = 'public', table = 'schedule_calendars',
        constraint = 'schedule_calendars_own';
    end if;
    delete from public.schedule_hours h where h.schedule_id = saved;
    insert into public.schedule_hours (schedule_id, weekday, from_minute, to_minute, every_weeks, anchor, valid_from, valid_until)
    select saved, h.weekday, h.from_minute, h.to_minute, h.every_weeks, h.anchor, h.valid_from, h.valid_until
    from jsonb_populate_recordset(null::public.schedule_hours, p_hours) h;
    delete from public.schedule_calendars l where l.schedule_id = saved;
    insert into public.schedule_calendars (schedule_id, calendar_id, place)
    select saved, l.id, l.place - 1 from unnest(p_calendars) with ordinality l (id, place);
    return saved;
  end
  $$;

create or replace function private.remove_schedule(p_id uuid) returns uuid
  language sql security definer
  set search_path = ''
  as $$
    delete from public.schedules s
    where s.id = p_id and private.pin_quota_owner() is not null and private.is_own_organization(s.organization_id) returning s.id
  $$;

-- Saves a calendar; creates one if the id is null. `p_days`: rows of calendar_days.
create or replace function private.save_calendar(
    p_id uuid, p_organization uuid, p_name text, p_days jsonb, p_seen timestamptz default null) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    saved uuid := p_id;
    given constant text := btrim(private.plain_text(p_name));
  begin
    if private.pin_quota_owner() is null or not private.is_own_organization(p_organization) then
      return null;
    end if;
    if p_id is null then
      insert into public.calendars (organization_id, name) values (p_organization, given) returning id into saved;
    elsif private.lock_own_calendar(p_id, p_organization) is null then
      return null;
    else
      if exists (select from public.calendars c where c.id = p_id and c.updated_at <> p_seen) then
        raise check_violation using message = 'the calendar has been changed meanwhile', schema = 'public', table = 'calendars',
          constraint = 'calendars_seen';
      end if;
      update public.calendars c set name = given, updated_at = clock_timestamp() where c.id = p_id;
    end if;
    delete from public.calendar_days d where d.calendar_id = saved;
    insert into public.calendar_days (calendar_id, first_day, last_day, holiday, name, hours)
    select saved, d.first_day, d.last_day, d.holiday, nullif(btrim(private.plain_text(d.name)), ''), d.hours
    from jsonb_populate_recordset(null::public.calendar_days, p_days) d;
    if exists (select from public.calendar_days one join public.calendar_days other
        on other.calendar_id = saved and other.id <> one.id and other.first_day <= one.last_day and one.first_day <= other.last_day
        where one.calendar_id = saved) then
      raise exclusion_violation using message = 'typed dates overlap', schema = 'public', table = 'calendar_days',
        constraint = 'calendar_days_overlap';
    end if;
    return saved;
  end
  $$;

-- A calendar that a schedule uses stays: its key is kept by schedule_calendars.
create or replace function private.remove_calendar(p_id uuid) returns uuid
  language sql security definer
  set search_path = ''
  as $$
    delete from public.calendars c
    where c.id = p_id and private.pin_quota_owner() is not null and private.is_own_organization(c.organization_id) returning c.id
  $$;

grant execute on function private.save_schedule(uuid, uuid, text, jsonb, uuid[], timestamptz), private.remove_schedule(uuid),
  private.save_calendar(uuid, uuid, text, jsonb, timestamptz), private.remove_calendar(uuid) to system_admin, org_admin;
