-- How each door is now, who watches it, and what people ask of it: an opening once, or a lock held open until a time.

create table public.door_states (
  access_point_id uuid primary key references public.access_points (id) on delete cascade,
  mode            text not null constraint door_states_mode check (mode in (
                    'locked', 'unlocked', 'accessed', 'blocked', 'double_locked', 'locked_down', 'locked_open', 'unknown')),
  -- Null without a sensor.
  physical        text constraint door_states_physical check (physical in ('open', 'closed', 'fault', 'unknown')),
  alarm           text constraint door_states_alarm check (alarm in ('normal', 'forced', 'held_open')),
  mode_since      timestamptz not null,
  physical_since  timestamptz not null,
  alarm_since     timestamptz not null,
  -- When the device said so, or its log said that nothing had changed.
  read_at         timestamptz not null,
  source          text not null constraint door_states_source check (source in ('device', 'log')),
  -- When the device itself was last asked; null: never.
  asked_at        timestamptz,
  created_at      timestamptz not null default now(),
  -- Of lock, position or alarm; what realtime follows.
  changed_at      timestamptz not null default now()
) with (fillfactor = 70);
create index door_states_changed on public.door_states (changed_at);

create table public.door_watches (
  access_point_id uuid primary key references public.access_points (id) on delete cascade,
  until           timestamptz not null
);

create table public.door_commands (
  id              uuid primary key default gen_random_uuid(),
  -- Of the page: the same press sent twice is one opening.
  request_id      uuid not null,
  access_point_id uuid references public.access_points (id) on delete set null,
  -- Of the org admin; null: a system admin's.
  organization_id uuid references public.organizations (id) on delete cascade,
  requested_by    uuid not null,
  -- Their name then.
  requested_as    text not null constraint door_commands_requested_as check (length(requested_as) <= 400),
  reason          text not null constraint door_commands_reason check (length(reason) between 3 and 200),
  created_at      timestamptz not null default now(),
  -- Opened, refused, or null: sent without an answer, or never sent.
  outcome         boolean,
  answered_at     timestamptz,
  device_reason   text constraint door_commands_device_reason check (length(device_reason) <= 100),
  unique (requested_by, request_id),
  constraint door_commands_answered check (outcome is null or answered_at is not null)
);
create index door_commands_door on public.door_commands (access_point_id, created_at desc) where access_point_id is not null;
create index door_commands_organization on public.door_commands (organization_id, created_at desc) where organization_id is not null;
create index door_commands_created on public.door_commands (created_at);

create table public.door_holds (
  id              uuid primary key default gen_random_uuid(),
  request_id      uuid not null,
  access_point_id uuid references public.access_points (id) on delete set null,
  organization_id uuid references public.organizations (id) on delete cascade,
  requested_by    uuid not null,
  requested_as    text not null constraint door_holds_requested_as check (length(requested_as) <= 400),
  reason          text not null constraint door_holds_reason check (length(reason) between 3 and 200),
  created_at      timestamptz not null default now(),
  until           timestamptz not null,
  -- Just before the device was first asked to unlock: from then on it must be locked again, whatever was heard.
  sent_at         timestamptz,
  -- The first reading that showed the door unlocked.
  applied_at      timestamptz,
  ended_at        timestamptz,
  ended_by        uuid,
  end_cause       text constraint door_holds_end_cause check (end_cause in ('until', 'released', 'withdrawn')),
  -- The reading that showed it locked again.
  end_confirmed_at   timestamptz,
  unique (requested_by, request_id),
  constraint door_holds_until check (until > created_at and until <= created_at + interval '12 hours'),
  constraint door_holds_ended check ((ended_at is null) = (end_cause is null)),
  constraint door_holds_confirmed check (end_confirmed_at is null or ended_at is not null)
);
create unique index door_holds_one on public.door_holds (access_point_id) where ended_at is null;
create index door_holds_open on public.door_holds (access_point_id) where end_confirmed_at is null;
create index door_holds_organization on public.door_holds (organization_id) where organization_id is not null;
create index door_holds_created on public.door_holds (created_at);

alter table public.door_states enable row level security;
alter table public.door_states force row level security;
alter table public.door_watches enable row level security;
alter table public.door_watches force row level security;
alter table public.door_commands enable row level security;
alter table public.door_commands force row level security;
alter table public.door_holds enable row level security;
alter table public.door_holds force row level security;

-- Each door has its row from the start. The owner sees rows while this lasts.
alter table public.access_points no force row level security;
alter table public.door_states no force row level security;
insert into public.door_states (access_point_id, mode, mode_since, physical_since, alarm_since, read_at, source)
  select a.id, 'unknown', now(), now(), now(), now(), 'device' from public.access_points a;
alter table public.access_points force row level security;
alter table public.door_states force row level security;

-- When the doors of a controller are looked at next, besides what its log says.
alter table public.door_event_cursors add column states_at timestamptz not null default '-infinity';

-- An opening or a hold from the portal stands among the door's events.
alter table public.door_events add column command_id uuid references public.door_commands (id) on delete set null;
alter table public.door_events add column hold_id uuid references public.door_holds (id) on delete set null;
create index door_events_command on public.door_events (command_id) where command_id is not null;
create index door_events_hold on public.door_events (hold_id) where hold_id is not null;
alter table public.door_events drop constraint door_events_kind;
alter table public.door_events add constraint door_events_kind check (kind in (
  'access', 'exit_request', 'door_opened', 'door_closed', 'door_forced', 'door_held_open', 'door_locked', 'door_unlocked', 'tamper',
  'controller_restarted', 'remote_open', 'hold_started', 'hold_ended', 'gap'));
-- Of a remote opening: null while it is not known.
alter table public.door_events drop constraint door_events_granted;
alter table public.door_events add constraint door_events_granted check (
  case kind when 'access' then granted is not null when 'exit_request' then granted is not null when 'remote_open' then true else granted is null end);

alter table public.alerts drop constraint alerts_kind;
alter table public.alerts add constraint alerts_kind
  check (kind in ('controller_offline', 'revocation_pending', 'door_not_relocked', 'denial_burst', 'backup_old', 'pin_attempts'));
