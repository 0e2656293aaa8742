-- Returns the days that passages are kept, for the job, the page and an export.
create or replace function private.log_days(p_kind text, p_days integer) returns integer
  language sql immutable parallel safe
  set search_path = ''
  return coalesce(p_days, case p_kind when 'housing' then 14 else 90 end);
grant execute on function private.log_days(text, integer) to system_admin, org_admin, portal_engine;
