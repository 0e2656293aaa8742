-- The twin of contract/schedules: holidays, the intervals of a day, and whether a schedule is open. It reads as the caller.

-- Returns Easter Sunday. Twin of easterSunday; holds for 1900–2199.
create or replace function private.easter_sunday(p_year integer) returns date
  language sql immutable strict parallel safe
  set search_path = ''
  as $$
    select m.moon + 7 - extract(isodow from m.moon)::integer % 7
    from (select (19 * (p_year % 19) + 24) % 30) e (epact)
    cross join lateral (select make_date(p_year, 3, 21) + e.epact
      - case when e.epact = 29 or e.epact = 28 and p_year % 19 > 10 then 1 else 0 end) m (moon)
  $$;

-- Returns the codes of a day's holidays, and public_holidays with a public one. Twin of holidayDay.
create or replace function private.holidays_of(p_day date) returns text[]
  language sql immutable strict parallel safe
  set search_path = ''
  as $$
    select c.codes || case when c.codes <@ array['easter_eve', 'midsummer_eve', 'christmas_eve', 'new_years_eve'] then '{}'
      else array['public_holidays'] end
    from (select extract(year from p_day)::integer as year, extract(month from p_day)::integer * 100 + extract(day from p_day)::integer as date,
        extract(isodow from p_day)::integer as weekday,
        p_day - private.easter_sunday(extract(year from p_day)::integer) as after_easter) d
    cross join lateral (select array_remove(array[
      case d.date when 101 then 'new_years_day' when 106 then 'epiphany' when 501 then 'may_day' when 1224 then 'christmas_eve'
        when 1225 then 'christmas_day' when 1226 then 'boxing_day' when 1231 then 'new_years_eve' end,
      case d.after_easter when -2 then 'good_friday' when -1 then 'easter_eve' when 0 then 'easter_sunday' when 1 then 'easter_monday'
        when 39 then 'ascension_day' when 49 then 'whit_sunday' end,
      case when d.after_easter = 50 and d.year < 2005 then 'whit_monday' end,
      case when d.date = 606 and d.year >= 2005 then 'national_day' end,
      case when d.weekday = 5 and d.date between 619 and 625 then 'midsummer_eve' end,
      case when d.weekday = 6 and d.date between 620 and 626 then 'midsummer_day'
        when d.weekday = 6 and (d.date = 1031 or d.date between 1101 and 1106) then 'all_saints_day' end], null)) c (codes)
  $$;

-- Returns the intervals that begin on a local day. Twin of intervalsOf and, for the order of calendars, of scheduleDays.
create or replace function private.open_intervals(p_schedule uuid, p_day date) returns table (from_minute integer, to_minute integer)
  language sql stable
  set search_path = ''
  as $$
    with today as (select private.holidays_of(p_day) as codes),
    own as (
      select d.hours from public.schedule_calendars l join public.calendar_days d on d.calendar_id = l.calendar_id, today
      where l.schedule_id = p_schedule
        and case when d.holiday is null then p_day between d.first_day and d.last_day else d.holiday = any (today.codes) end
      order by case when d.holiday is null then 0 when d.holiday = 'public_holidays' then 2 else 1 end, l.place, d.hours <> '[]',
        d.holiday collate "C"
      limit 1)
    select (i -> 'from')::integer, (i -> 'to')::integer from own, jsonb_array_elements(own.hours) i
    union all
    select h.from_minute, h.to_minute from public.schedule_hours h
    where h.schedule_id = p_schedule and h.weekday = extract(isodow from p_day)
      and ((p_day - extract(isodow from p_day)::integer) - (h.anchor - extract(isodow from h.anchor)::integer)) / 7 % h.every_weeks = 0
      and coalesce(p_day >= h.valid_from, true) and coalesce(p_day <= h.valid_until, true)
      and not exists (select from own)
  $$;

-- Tells whether a schedule is open, by the local clock. Twin of isOpen.
create or replace function private.is_open(p_schedule uuid, p_instant timestamptz) returns boolean
  language sql stable
  set search_path = ''
  as $$
    with local as (
      select l.t::date as day, extract(hour from l.t)::integer * 60 + extract(minute from l.t)::integer as minute
      from (select p_instant at time zone 'Europe/Stockholm') l (t))
    select exists (select from local, private.open_intervals(p_schedule, local.day) i
        where local.minute >= i.from_minute and (i.to_minute <= i.from_minute or local.minute < i.to_minute))
      or exists (select from local, private.open_intervals(p_schedule, local.day - 1) i
        where i.to_minute <= i.from_minute and local.minute < i.to_minute)
  $$;
-- *Varför* judges the instant of a passage.
grant execute on function private.easter_sunday(integer), private.holidays_of(date), private.open_intervals(uuid, date),
  private.is_open(uuid, timestamptz) to portal_engine;
