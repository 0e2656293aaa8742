-- run-as: portal_engine
-- Returns the newest row at or after an instant. It runs as portal_engine: under FORCE row security the owner sees no rows, and
-- would take a full partition for an empty one.
create or replace function private.newest_access_log(p_since timestamptz) returns timestamptz
  language plpgsql stable security definer
  set search_path = ''
  as $$ begin return (select max(detected_at) from public.access_logs where detected_at >= p_since); end $$;
grant execute on function private.newest_access_log(timestamptz) to portal_owner;
