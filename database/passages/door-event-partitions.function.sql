-- before: migrations
-- Events of doors in monthly partitions.

-- Creates months ahead. Older events, read at first contact, are in the default partition.
create or replace function private.ensure_door_event_partitions(p_months_ahead integer default 2, p_now timestamptz default now()) returns integer
  language plpgsql security definer
  set search_path = '' set timezone = 'UTC' set lock_timeout = '2s'
  as $$
  declare
    month   timestamptz;
    name    text;
    created integer := 0;
  begin
    for month in select generate_series(date_trunc('month', p_now), date_trunc('month', p_now) + make_interval(months => p_months_ahead), interval '1 month') loop
      name := 'door_events_' || to_char(month, 'YYYY_MM');
      continue when to_regclass('public.' || name) is not null;
      begin
        execute format('create table public.%I partition of public.door_events for values from (%L) to (%L)', name, month, month + interval '1 month');
      exception
        -- After a standstill over the turn of a month, rows of that month are in the default partition and stay there.
        when check_violation then continue;
      end;
      execute format('alter table public.%I enable row level security', name);
      execute format('alter table public.%I force row level security', name);
      created := created + 1;
    end loop;
    return created;
  end
  $$;

-- Retention: drops the months that end at or before p_before.
create or replace function private.drop_door_events_before(p_before timestamptz) returns integer
  language plpgsql security definer
  set search_path = '' set timezone = 'UTC' set lock_timeout = '2s'
  as $$
  declare
    old     text;
    dropped integer := 0;
  begin
    for old in select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
               where i.inhparent = 'public.door_events'::regclass and c.relname ~ '^door_events_\d{4}_\d{2}$'
                 and to_timestamp(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= p_before loop
      execute format('drop table public.%I', old);
      dropped := dropped + 1;
    end loop;
    return dropped;
  end
  $$;

grant execute on function private.ensure_door_event_partitions(integer, timestamptz), private.drop_door_events_before(timestamptz) to portal_engine;
