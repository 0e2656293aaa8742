-- Passages at gates, and the arbiter of repeated reads.
--
-- Partitioned by month, without a DEFAULT partition, and yet no moment lies outside: the first partition begins at
-- MINVALUE and the last ends at MAXVALUE. A DEFAULT would be scanned, locked, whenever a month is added; an open end
-- that is empty (the usual case) is replaced in a moment, and one that has rows, because nobody added months for a long
-- time, is closed where it stands and becomes a longer partition. No row is ever moved.

create table public.access_logs (
  id              uuid not null default gen_random_uuid(),
  detected_at     timestamptz not null default now(),
  -- As the camera sent it. Wide enough never to refuse a row: the server cuts the text.
  plate_number    text not null constraint access_logs_plate_number check (length(plate_number) <= 256),
  plate_key       text generated always as (private.plate_key(plate_number)) stored,
  controller_id   uuid references public.controllers (id) on delete set null,
  access_granted  boolean not null,
  access_reason   text not null constraint access_logs_reason check (access_reason in (
                    'valid_credential', 'expired', 'not_yet_valid', 'no_match', 'disabled', 'gate_not_found',
                    'no_access_assignment', 'invalid_configuration')),
  -- True = the gate answered, false = it refused, null = not sent, under way or unknown.
  macro_executed  boolean,
  credential_id   uuid references public.credentials (id) on delete set null,
  -- This read, and no other, may call the macro.
  opened          boolean not null default false,
  -- The passage that opened, when this one was a repeat of it.
  duplicate_of    uuid,
  -- When the outcome of the macro was stored: how realtime finds updates.
  changed_at      timestamptz,
  primary key (detected_at, id),
  constraint access_logs_opened check (access_granted or not opened)
) partition by range (detected_at);
create index access_logs_controller on public.access_logs (controller_id, detected_at desc);
create index access_logs_credential on public.access_logs (credential_id, detected_at desc) where credential_id is not null;
create index access_logs_plate on public.access_logs using gin (plate_number gin_trgm_ops);
create index access_logs_changed on public.access_logs (changed_at) where changed_at is not null;

create table public.gate_passages (
  controller_id uuid not null references public.controllers (id) on delete cascade,
  plate_key     text not null,
  opened_at     timestamptz not null,
  -- The log row that opened, so a repeat can name it.
  log_id        uuid,
  primary key (controller_id, plate_key)
) with (fillfactor = 70);

-- The partitions with their bounds, newest last. An open end is '-infinity' or 'infinity'.
create function private.access_log_partitions()
  returns table (name text, lower_bound timestamptz, upper_bound timestamptz)
  language sql stable
  set search_path = ''
  -- Bounds are printed in the session's zone, with the offset, so they read back as the same instant anywhere.
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

-- One partition, closed to everybody but through the parent: with a grant on it, its own (missing) policies would count.
create function private.create_access_log_partition(p_name text, p_from timestamptz, p_to timestamptz) returns void
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

-- The newest row at or after an instant. Made by portal_engine, who sees rows: the owner, under FORCE, sees none, and
-- would take a full partition for an empty one.
grant create on schema private to portal_engine;
set local role portal_engine;
create function private.newest_access_log(p_since timestamptz) returns timestamptz
  language plpgsql stable security definer
  set search_path = ''
  as $$ begin return (select max(detected_at) from public.access_logs where detected_at >= p_since); end $$;
revoke execute on function private.newest_access_log(timestamptz) from public;
grant execute on function private.newest_access_log(timestamptz) to portal_owner;
set local role portal_owner;
revoke create on schema private from portal_engine;

-- Makes partitions up to and including `p_months_ahead` whole months after p_now's month, in UTC. Cheap when there is
-- nothing to do. Otherwise takes an exclusive lock for a moment, and gives up after two seconds so that gates never
-- wait for it: the open last partition takes the rows until the next try.
create function private.ensure_access_log_partitions(p_months_ahead integer default 2, p_now timestamptz default now()) returns integer
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

-- Retention: drops every partition that ends at or before p_before, and lets the first one begin at MINVALUE again.
create function private.drop_access_logs_before(p_before timestamptz) returns integer
  language plpgsql security definer
  set search_path = '' set timezone = 'UTC' set lock_timeout = '2s'
  as $$
  declare
    old     record;
    kept_from timestamptz;
    dropped integer := 0;
  begin
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

alter table public.access_logs enable row level security;
alter table public.access_logs force row level security;

grant execute on function private.ensure_access_log_partitions(integer, timestamptz), private.drop_access_logs_before(timestamptz) to portal_engine;

select private.ensure_access_log_partitions();
