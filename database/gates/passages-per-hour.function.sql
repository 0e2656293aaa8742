-- Counts attempts at doors and gates by hour; hours without passages are left out. Days are Stockholm's; hours are UTC, so autumn's doubled hour is two.
-- Repeated reads are excluded. At most 31 days, which prunes partitions.
create or replace function public.passages_per_hour(since timestamptz, bucket text default 'hour')
  returns table (bucket_start timestamptz, granted bigint, denied bigint)
  language sql stable security invoker
  set search_path = ''
  as $$
    select h.bucket_start, sum(h.granted)::bigint, sum(h.denied)::bigint
    from (
      select case when bucket = 'day' then date_trunc('day', l.detected_at, 'Europe/Stockholm') else date_trunc('hour', l.detected_at) end as bucket_start,
        count(*) filter (where l.access_granted) as granted, count(*) filter (where not l.access_granted) as denied
      from public.access_logs l
      where l.detected_at >= greatest(since, now() - interval '31 days') and l.duplicate_of is null and l.access_reason <> 'opened_from_portal'
      group by 1
      union all
      select case when bucket = 'day' then date_trunc('day', e.occurred_at, 'Europe/Stockholm') else date_trunc('hour', e.occurred_at) end,
        count(*) filter (where e.granted), count(*) filter (where not e.granted)
      from public.door_events e
      where e.occurred_at >= greatest(since, now() - interval '31 days') and e.kind = 'access'
      group by 1
    ) h
    group by 1
    order by 1
  $$;
grant execute on function public.passages_per_hour(timestamptz, text) to system_admin;
