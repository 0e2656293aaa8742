-- The twin of contract/schedules: the holidays of a day, and whether a schedule is open. PL/pgSQL keeps the plans of a connection.

-- Returns the codes of a day's holidays, and public_holidays with a public one. Twin of holidayDay; Easter holds for 1900–2199.
create or replace function private.holidays_of(p_day date) returns text[]
  language plpgsql immutable strict parallel safe
  set search_path = ''
  as $$
  declare
    year constant integer := extract(year from p_day);
    date constant integer := extract(month from p_day)::integer * 100 + extract(day from p_day)::integer;
    weekday constant integer := extract(isodow from p_day);
    epact constant integer := (19 * (year % 19) + 24) % 30;
    moon constant date := make_date(year, 3, 21) + epact - case when epact = 29 or epact = 28 and year % 19 > 10 then 1 else 0 end;
    after_easter constant integer := p_day - (moon + 7 - extract(isodow from moon)::integer % 7);
    codes constant text[] := array_remove(array[
      case date when 101 then 'new_years_day' when 106 then 'epiphany' when 501 then 'may_day' when 1224 then 'christmas_eve'
        when 1225 then 'christmas_day' when 1226 then 'boxing_day' when 1231 then 'new_years_eve' end,
      case after_easter when -2 then 'good_friday' when -1 then 'easter_eve' when 0 then 'easter_sunday' when 1 then 'easter_monday'
        when 39 then 'ascension_day' when 49 then 'whit_sunday' end,
      case when after_easter = 50 and year < 2005 then 'whit_monday' end,
      case when date = 606 and year >= 2005 then 'national_day' end,
      case when weekday = 5 and date between 619 and 625 then 'midsummer_eve' end,
      case when weekday = 6 and date between 620 and 626 then 'midsummer_day'
        when weekday = 6 and (date = 1031 or date between 1101 and 1106) then 'all_saints_day' end], null);
  begin
    return case when codes <@ array['easter_eve', 'midsummer_eve', 'christmas_eve', 'new_years_eve'] then codes
      else codes || array['public_holidays'] end;
  end $$;

-- Tells whether a schedule is open, by the local clock, with the caller's rights. Twin of isOpen and, for the order of calendars,
-- of scheduleDays. Asks about today, and then about yesterday's intervals, which may end after 24:00. Several small statements
-- cost half of one large statement, because most schedules have no calendar and are open today, and a gate waits for the answer.
create or replace function private.is_open(p_schedule uuid, p_instant timestamptz) returns boolean
  language plpgsql stable
  set search_path = ''
  as $$
  declare
    local constant timestamp := p_instant at time zone 'Europe/Stockholm';
    has_calendars constant boolean := exists (select from public.schedule_calendars l where l.schedule_id = p_schedule);
    minute integer := extract(hour from local)::integer * 60 + extract(minute from local)::integer;
    day date := local::date;
    holidays text[];
    own jsonb;
  begin
    loop
      if has_calendars then
        holidays := private.holidays_of(day);
        own := (
          select o.hours from public.schedule_calendars l join public.calendar_days o on o.calendar_id = l.calendar_id
          where l.schedule_id = p_schedule
            and case when o.holiday is null then day between o.first_day and o.last_day else o.holiday = any (holidays) end
          order by case when o.holiday is null then 0 when o.holiday = 'public_holidays' then 2 else 1 end, l.place, o.hours <> '[]',
            o.holiday collate "C"
          limit 1);
      end if;
      if own is null then
        if exists (
          select from public.schedule_hours w
          where w.schedule_id = p_schedule and w.weekday = extract(isodow from day)
            and minute >= w.from_minute and minute < w.to_minute + case when w.to_minute <= w.from_minute then 1440 else 0 end
            and ((day - extract(isodow from day)::integer) - (w.anchor - extract(isodow from w.anchor)::integer)) / 7 % w.every_weeks = 0
            and (w.valid_from is null or day >= w.valid_from) and (w.valid_until is null or day <= w.valid_until)) then
          return true;
        end if;
      elsif exists (
        select from (select (i -> 'from')::integer as from_minute, (i -> 'to')::integer as to_minute from jsonb_array_elements(own) i) i
        where minute >= i.from_minute and minute < i.to_minute + case when i.to_minute <= i.from_minute then 1440 else 0 end) then
        return true;
      end if;
      if minute >= 1440 then
        return false;
      end if;
      day := day - 1;
      minute := minute + 1440;
    end loop;
  end $$;

-- Tells the same of a stored version: its hours and its calendars (schedule_versions).
create or replace function private.opens(p_hours jsonb, p_calendars jsonb, p_instant timestamptz) returns boolean
  language plpgsql stable
  set search_path = ''
  as $$
  declare
    local constant timestamp := p_instant at time zone 'Europe/Stockholm';
    today constant date := local::date;
    minute constant integer := extract(hour from local)::integer * 60 + extract(minute from local)::integer;
  begin
    return exists (
      select from (
        select v.day, v.minute, case when p_calendars <> '[]' then private.holidays_of(v.day) end as holidays
        from (values (today, minute), (today - 1, minute + 1440)) v (day, minute) offset 0) d
      left join lateral (
        select o.hours from jsonb_array_elements(p_calendars) with ordinality l (days, place)
        cross join lateral jsonb_to_recordset(l.days) as o (holiday text, "from" date, until date, hours jsonb)
        where case when o.holiday is null then d.day between o."from" and o.until else o.holiday = any (d.holidays) end
        order by case when o.holiday is null then 0 when o.holiday = 'public_holidays' then 2 else 1 end, l.place, o.hours <> '[]',
          o.holiday collate "C"
        limit 1) own on true
      cross join lateral (
        select (i -> 'from')::integer as from_minute, (i -> 'to')::integer as to_minute from jsonb_array_elements(own.hours) i
        union all
        select w."from", w."to"
        from jsonb_to_recordset(p_hours) as w (weekday integer, "from" integer, "to" integer, "everyWeeks" integer, anchor date, "validFrom" date, "validUntil" date)
        where own.hours is null and w.weekday = extract(isodow from d.day)
          and ((d.day - extract(isodow from d.day)::integer) - (w.anchor - extract(isodow from w.anchor)::integer)) / 7 % w."everyWeeks" = 0
          and coalesce(d.day >= w."validFrom", true) and coalesce(d.day <= w."validUntil", true)) i
      where d.minute >= i.from_minute and d.minute < i.to_minute + case when i.to_minute <= i.from_minute then 1440 else 0 end);
  end $$;

-- Tells whether a schedule was open at a time that has passed, as it was saved then. Null where no version of that time is kept.
create or replace function private.opened_at(p_schedule uuid, p_at timestamptz) returns boolean
  language plpgsql stable
  set search_path = ''
  as $$
  begin
    return (select private.opens(v.hours, v.calendars, p_at) from public.schedule_versions v
      where v.schedule_id = p_schedule and v.since <= p_at order by v.since desc limit 1);
  end $$;

-- Tells what schedules said at that time: 'open' when one was open, else 'closed'; 'unknown' when a schedule without a kept
-- version may have been open. Null without schedules.
create or replace function private.was_open(p_schedules uuid[], p_at timestamptz) returns text
  language plpgsql stable
  set search_path = ''
  as $$
  begin
    return (
      select case when bool_or(w.open) then 'open' when bool_and(w.open is not null) then 'closed' else 'unknown' end
      from (select private.opened_at(i.id, p_at) as open from unnest(p_schedules) i (id)) w
      having count(*) > 0);
  end $$;

-- Gates judge the instant of a reading, *varför* that of a passage.
grant execute on function private.holidays_of(date), private.is_open(uuid, timestamptz) to portal_engine, portal_gate;
grant execute on function private.opens(jsonb, jsonb, timestamptz), private.opened_at(uuid, timestamptz), private.was_open(uuid[], timestamptz) to portal_engine;
