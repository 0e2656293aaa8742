-- What door controllers report of their doors, in months as the access log, and how far each controller has been read.

create table public.door_events (
  -- Made of the controller and the device's own token, so that an event read twice is one.
  id              uuid not null,
  -- The device's clock, corrected by the skew measured when it was read, and never later than its reading.
  occurred_at     timestamptz not null,
  device_time     timestamptz not null,
  received_at     timestamptz not null default now(),
  controller_id   uuid references public.controllers (id) on delete set null,
  access_point_id uuid references public.access_points (id) on delete set null,
  -- Whose event it is: of the credential, else of the only organisation at the controller; null = system admins' alone.
  organization_id uuid references public.organizations (id) on delete cascade,
  kind            text not null constraint door_events_kind check (kind in (
                    'access', 'exit_request', 'door_opened', 'door_closed', 'door_forced', 'door_held_open',
                    'door_locked', 'door_unlocked', 'tamper', 'controller_restarted', 'gap')),
  granted         boolean,
  reason          text constraint door_events_reason check (reason in (
                    'unknown_code', 'unknown_card', 'wrong_code', 'disabled', 'not_yet_valid', 'expired', 'outside_hours',
                    'not_permitted', 'other')),
  -- The vendor's word.
  device_reason   text constraint door_events_device_reason check (device_reason ~ '^[A-Za-z/]{1,120}$'),
  credential_id   uuid references public.credentials (id) on delete set null,
  weekly_code_id  uuid references public.weekly_codes (id) on delete set null,
  -- Of a gap: its cause, and until when events are missing since the row before it.
  gap_cause       text constraint door_events_gap_cause check (gap_cause in ('overrun', 'reset', 'dropped', 'unreadable')),
  gap_from        timestamptz,
  primary key (occurred_at, id),
  constraint door_events_granted check ((kind in ('access', 'exit_request')) = (granted is not null)),
  constraint door_events_refused check (reason is null or granted = false),
  constraint door_events_gap check ((kind = 'gap') = (gap_cause is not null))
) partition by range (occurred_at);
create index door_events_id on public.door_events (id);
create index door_events_received on public.door_events (received_at);
create index door_events_controller on public.door_events (controller_id, occurred_at desc);
create index door_events_access_point on public.door_events (access_point_id, occurred_at desc) where access_point_id is not null;
create index door_events_organization on public.door_events (organization_id, occurred_at desc) where organization_id is not null;
create index door_events_credential on public.door_events (credential_id, occurred_at desc) where credential_id is not null;
create index door_events_weekly_code on public.door_events (weekly_code_id) where weekly_code_id is not null;

alter table public.door_events enable row level security;
alter table public.door_events force row level security;

create table public.door_event_cursors (
  controller_id uuid primary key references public.controllers (id) on delete cascade,
  -- The last row read; null before the first, and where the log is empty.
  last_row    bigint,
  last_event     text constraint door_event_cursors_last_event check (length(last_event) <= 255),
  -- Nothing earlier is missing but what gaps say; null before the first reading.
  complete_to   timestamptz,
  -- Device clock minus ours, when it was last read.
  clock_skew_ms bigint,
  supported     boolean not null default true,
  -- Why the log itself could not be read, while the controller answered.
  last_error    text constraint door_event_cursors_error check (length(last_error) <= 100),
  next_read_at  timestamptz not null default now(),
  constraint door_event_cursors_row check ((last_row is null) = (last_event is null))
);
alter table public.door_event_cursors enable row level security;
alter table public.door_event_cursors force row level security;

-- Months are made ahead. What belongs to none, older events read at first contact, stands in the default partition.
create function private.ensure_door_event_partitions(p_months_ahead integer default 2, p_now timestamptz default now()) returns integer
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
        -- A portal that stood still over the turn of a month has rows of it in the default partition: they stay there.
        when check_violation then continue;
      end;
      execute format('alter table public.%I enable row level security', name);
      execute format('alter table public.%I force row level security', name);
      created := created + 1;
    end loop;
    return created;
  end
  $$;

create function private.drop_door_events_before(p_before timestamptz) returns integer
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
revoke execute on function private.ensure_door_event_partitions(integer, timestamptz), private.drop_door_events_before(timestamptz) from public;
grant execute on function private.ensure_door_event_partitions(integer, timestamptz), private.drop_door_events_before(timestamptz) to portal_engine;

create table public.door_events_other partition of public.door_events default;
alter table public.door_events_other enable row level security;
alter table public.door_events_other force row level security;
select private.ensure_door_event_partitions();
