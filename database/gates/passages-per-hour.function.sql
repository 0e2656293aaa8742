-- Counts passages by hour; hours without passages are left out. Days are Stockholm's; hours are UTC, so autumn's doubled hour is two.
-- Repeated reads are excluded. At most 31 days, which prunes partitions.
create or replace function public.passages_per_hour(since timestamptz, bucket text default 'hour')
  returns table (bucket_start timestamptz, granted bigint, denied bigint)
  language sql stable security invoker
  set search_path = ''
  as $$
    select case when bucket = 'day' then date_trunc('day', l.detected_at, 'Europe/Stockholm') else date_trunc('hour', l.detected_at) end,
      count(*) filter (where l.access_granted),
      count(*) filter (where not l.access_granted)
    from public.access_logs l
    where l.detected_at >= greatest(since, now() - interval '31 days') and l.duplicate_of is null
    group by 1
    order by 1
  $$;
grant execute on function public.passages_per_hour(timestamptz, text) to system_admin;
