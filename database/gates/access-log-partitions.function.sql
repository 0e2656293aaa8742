-- before: migrations
-- The access log in monthly partitions. There is no default partition: the first begins at MINVALUE and the last ends at
-- MAXVALUE, so every moment has one. An empty open end (the usual case) is replaced in a moment. An open end with rows, because
-- nobody added months for a long time, is closed where it stands and becomes a longer partition. No row is ever moved.

-- Returns the partitions with their bounds, newest last. An open end is '-infinity' or 'infinity'.
create or replace function private.access_log_partitions()
  returns table (name text, lower_bound timestamptz, upper_bound timestamptz)
  language sql stable
  set search_path = ''
  -- Bounds are printed in the session's zone with the offset, so they read back as the same instant anywhere.
  as $$
    select c.relname::text,
      coalesce(substring(bound from 'FROM \(''([^'']+)''\)')::timestamptz, '-infinity'),
      coalesce(substring(bound from 'TO \(''([^'']+)''\)')::timestamptz, 'infinity')
    from pg_catalog.pg_inherits i
    join pg_catalog.pg_class c on c.oid = i.inhrelid
    cross join lateral pg_catalog.pg_get_expr(c.relpartbound, c.oid) as bound
    where i.inhparent = 'public.access_logs'::regclass and not i.inhdetachpending
    order by 3
  $$;

-- Creates a partition. Everybody reads it through its parent only: with a grant on it, its own (missing) policies would apply.
create or replace function private.create_access_log_partition(p_name text, p_from timestamptz, p_to timestamptz) returns void
  language plpgsql
  set search_path = ''
  as $$
  begin
    execute format('create table public.%I partition of public.access_logs for values from (%s) to (%s)', p_name,
      case when p_from = '-infinity' then 'minvalue' else quote_literal(p_from) end,
      case when p_to = 'infinity' then 'maxvalue' else quote_literal(p_to) end);
    execute format('alter table public.%I enable row level security', p_name);
    execute format('alter table public.%I force row level security', p_name);
  end
  $$;

-- Makes partitions up to and including p_months_ahead whole months after p_now's month, in UTC. Cheap when there is nothing to do.
-- Otherwise takes an exclusive lock for a moment, and gives up after two seconds so that gates never wait for it: the open last
-- partition takes the rows until the next try.
create or replace function private.ensure_access_log_partitions(p_months_ahead integer default 2, p_now timestamptz default now()) returns integer
  language plpgsql security definer
  set search_path = '' set timezone = 'UTC' set lock_timeout = '2s'
  as $$
  declare
    needed_to constant timestamptz := date_trunc('month', p_now) + make_interval(months => p_months_ahead + 1);
    open_end  record;
    newest    timestamptz;
    month     timestamptz;
    created   integer := 0;
  begin
    select * into open_end from private.access_log_partitions() where upper_bound = 'infinity';
    if not found then
      month := date_trunc('month', p_now);
      perform private.create_access_log_partition('access_logs_past', '-infinity', month);
      created := 1;
    elsif open_end.lower_bound >= needed_to then
      return 0;
    else
      lock table public.access_logs in access exclusive mode;
      -- Another server may have been first.
      select * into open_end from private.access_log_partitions() where upper_bound = 'infinity';
      if open_end.lower_bound >= needed_to then
        return 0;
      end if;
      month := open_end.lower_bound;
      newest := private.newest_access_log(month);
      execute format('alter table public.access_logs detach partition public.%I', open_end.name);
      if newest is null then
        execute format('drop table public.%I', open_end.name);
      else
        month := date_trunc('month', newest) + interval '1 month';
        execute format('alter table public.%I rename to %I', open_end.name, 'access_logs_' || to_char(open_end.lower_bound, 'YYYY_MM') || '_on');
        execute format('alter table public.access_logs attach partition public.%I for values from (%L) to (%L)',
          'access_logs_' || to_char(open_end.lower_bound, 'YYYY_MM') || '_on', open_end.lower_bound, month);
      end if;
    end if;
    while month < needed_to loop
      perform private.create_access_log_partition('access_logs_' || to_char(month, 'YYYY_MM'), month, month + interval '1 month');
      created := created + 1;
      month := month + interval '1 month';
    end loop;
    perform private.create_access_log_partition('access_logs_future', month, 'infinity');
    return created;
  end
  $$;

-- Retention: drops every partition that ends at or before p_before, and lets the first one begin at MINVALUE again. It takes its lock only
-- when there is a month to drop: a job asks every hour, and gates write meanwhile.
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
    -- Without a whole month between the open ends nothing has expired yet, so nothing is dropped.
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

grant execute on function private.ensure_access_log_partitions(integer, timestamptz), private.drop_access_logs_before(timestamptz) to portal_engine;
