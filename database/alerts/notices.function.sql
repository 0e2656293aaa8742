-- Notices: from when events are told, and until when.

-- Begins at the present when notices are switched on, so that nothing is told that happened before.
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

-- Returns until when stored events are to be told now; null during the pause after an email. Transactions that began earlier may still store
-- events with an earlier time, so it stays ten seconds behind (as does server/realtime/change-feed.ts). `day` is 07:00 in Stockholm.
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
