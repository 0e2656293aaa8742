-- The window of stored events that the next notice reports.

-- Starts the window now when notices are switched on, so that no earlier event is reported.
create or replace function private.begin_notices() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    if tg_op = 'INSERT' or (old.pace = 'off' and new.pace <> 'off') then
      new.chosen_at := clock_timestamp();
      new.told_to := new.chosen_at;
    end if;
    return new;
  end
  $$;

-- Returns the end of the window; null during the pause after an email. The end stays ten seconds in the past (as in
-- server/realtime/change-feed.ts), because transactions that began earlier may still store events with an earlier time. `day` is 07:00 in
-- Stockholm.
create or replace function private.notices_until(p_pace text, p_mailed_at timestamptz, p_now timestamptz) returns timestamptz
  language sql immutable
  set search_path = ''
  as $$
    select case p_pace
      when 'day' then (date_trunc('day', t.stored at time zone 'Europe/Stockholm' - interval '7 hours') + interval '7 hours') at time zone 'Europe/Stockholm'
      when 'hour' then case when coalesce(p_mailed_at + interval '1 hour' <= p_now, true) then t.stored end
      when 'soon' then case when coalesce(p_mailed_at + interval '15 minutes' <= p_now, true) then t.stored end
    end
    from (select p_now - interval '10 seconds' as stored) t
  $$;
grant execute on function private.notices_until(text, timestamptz, timestamptz) to portal_engine;
