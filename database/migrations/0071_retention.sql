-- How long an organisation's passages are kept, what its people's data are for, and what was erased at somebody's request.

alter table public.organizations
  -- Decides the default of log_days: who comes home when is nobody's business for long.
  add column kind text not null default 'other' constraint organizations_kind check (kind in ('housing', 'industry', 'property', 'other')),
  -- Days that passages are kept; null = by kind.
  add column log_days integer constraint organizations_log_days check (log_days between 1 and 3650),
  -- Article 30: what the data are for, in the organisation's own words; null = the portal's own text.
  add column purposes text constraint organizations_purposes check (length(purposes) <= 4000);

-- One truth of the default, for the job, the page and an export.
create function private.log_days(p_kind text, p_days integer) returns integer
  language sql immutable parallel safe
  set search_path = ''
  return coalesce(p_days, case p_kind when 'housing' then 14 else 90 end);
grant execute on function private.log_days(text, integer) to system_admin, org_admin, portal_engine;

-- What a person asked to have erased, and what proves it: no name, only the ids that receipts speak of.
create table public.erasures (
  id              uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id),
  end_user_id     uuid not null,
  -- Copies that devices held at that moment end with receipts of these holders.
  holder_ids      uuid[] not null,
  log_rows        integer not null,
  requested_by    uuid not null,
  requested_at    timestamptz not null default now()
);
create index erasures_organization on public.erasures (organization_id, requested_at desc);
alter table public.erasures enable row level security;
alter table public.erasures force row level security;

-- As in 0005, and it takes its lock only when there is a month to drop: a job asks every hour, and gates write meanwhile.
create or replace function private.drop_access_logs_before(p_before timestamptz) returns integer
  language plpgsql security definer
  set search_path = '' set timezone = 'UTC' set lock_timeout = '2s'
  as $$
  declare
    old     record;
    kept_from timestamptz;
    dropped integer := 0;
  begin
    if not exists (select from private.access_log_partitions() where lower_bound > '-infinity' and upper_bound <= p_before) then
      return 0;
    end if;
    lock table public.access_logs in access exclusive mode;
    select min(lower_bound) into kept_from from private.access_log_partitions() where upper_bound > p_before;
    -- Never the open ends alone: without a whole month in between there is nothing to forget yet.
    if kept_from is null or kept_from = '-infinity' then
      return 0;
    end if;
    for old in select * from private.access_log_partitions() where upper_bound <= kept_from loop
      execute format('drop table public.%I', old.name);
      dropped := dropped + 1;
    end loop;
    perform private.create_access_log_partition('access_logs_past', '-infinity', kept_from);
    return dropped;
  end
  $$;
