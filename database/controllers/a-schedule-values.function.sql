-- before: migrations
-- Functions that check the values of schedules and calendars. They reveal nothing, so everybody may call them.

-- Tells whether a day is within the years of private.is_bounded_time.
create or replace function private.is_bounded_day(p_day date) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
  return p_day >= '1970-01-01' and p_day < '2100-01-01';

create or replace function private.is_minute(p_value jsonb, p_least integer, p_most integer) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
  return case when jsonb_typeof(p_value) = 'number'
    then p_value::numeric between p_least and p_most and p_value::numeric = trunc(p_value::numeric) else false end;

-- Tells whether a value is a list of at most 20 intervals, as OpenInterval of contract/schedules/schedule.ts.
create or replace function private.are_intervals(p_value jsonb) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
  return case when jsonb_typeof(p_value) = 'array' then
    jsonb_array_length(p_value) <= 20 and (select coalesce(bool_and(case when jsonb_typeof(i) = 'object'
        then i - array['from', 'to'] = '{}' and private.is_minute(i -> 'from', 0, 1439) is true and private.is_minute(i -> 'to', 1, 1440) is true
          and i -> 'from' <> i -> 'to'
        else false end), true)
      from jsonb_array_elements(p_value) i)
    else false end;

-- Twin of CalendarHoliday.
create or replace function private.is_holiday_code(p_code text) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
  return p_code in ('public_holidays', 'new_years_day', 'epiphany', 'good_friday', 'easter_sunday', 'easter_monday', 'may_day', 'ascension_day',
    'whit_sunday', 'whit_monday', 'national_day', 'midsummer_day', 'all_saints_day', 'christmas_day', 'boxing_day', 'easter_eve', 'midsummer_eve',
    'christmas_eve', 'new_years_eve');

grant execute on function private.is_bounded_day(date), private.is_minute(jsonb, integer, integer), private.are_intervals(jsonb),
  private.is_holiday_code(text) to public;
