-- Events of doors, from the logs of their controllers.

create table public.door_events (
  id                 uuid not null,
  occurred_at        timestamptz not null,
  device_time        timestamptz not null,
  received_at        timestamptz not null default now(),
  controller_id      uuid references public.controllers (id) on delete set null,
  access_point_id    uuid references public.access_points (id) on delete set null,
  organization_id    uuid references public.organizations (id) on delete cascade,
  kind               text not null constraint door_events_kind check (kind in ('access', 'exit_request', 'door_opened', 'door_closed', 'door_forced',
                       'door_held_open', 'door_locked', 'door_unlocked', 'tamper', 'battery_low', 'controller_restarted', 'remote_open',
                       'hold_started', 'hold_ended', 'hold_ended_unlocked', 'outage', 'gap')),
  granted            boolean,
  reason             text constraint door_events_reason check (reason in ('unknown_code', 'unknown_card', 'wrong_code', 'disabled', 'not_yet_valid',
                       'expired', 'outside_hours', 'not_permitted', 'other')),
  device_reason      text constraint door_events_device_reason check (device_reason ~ '^[A-Za-z/]{1,120}$'),
  credential_id      uuid,
  weekly_code_id     uuid,
  gap_cause          text constraint door_events_gap_cause check (gap_cause in ('overrun', 'reset', 'dropped', 'unreadable', 'flooded')),
  gap_from           timestamptz,
  command_id         uuid references public.door_commands (id) on delete set null,
  hold_id            uuid references public.door_holds (id) on delete set null,
  is_weekly_code     boolean not null default false,
  removed_controller text constraint door_events_removed_controller check (length(removed_controller) <= 200),
  removed_door       text constraint door_events_removed_door check (length(removed_door) <= 200),
  primary key (occurred_at, id),
  constraint door_events_granted check (case kind when 'access' then granted is not null when 'exit_request' then granted is not null when
    'remote_open' then true else granted is null end),
  constraint door_events_refused check (reason is null or granted = false),
  constraint door_events_gap check ((kind = 'gap') = (gap_cause is not null)),
  constraint door_events_outage check (kind <> 'outage' or gap_from is not null)
) partition by range (occurred_at);
create index door_events_id on public.door_events (id);
create index door_events_received on public.door_events (received_at);
create index door_events_controller on public.door_events (controller_id, occurred_at desc);
create index door_events_access_point on public.door_events (access_point_id, occurred_at desc) where access_point_id is not null;
create index door_events_organization on public.door_events (organization_id, occurred_at desc) where organization_id is not null;
create index door_events_credential on public.door_events (credential_id, occurred_at desc) where credential_id is not null;
create index door_events_weekly_code on public.door_events (weekly_code_id) where weekly_code_id is not null;
create index door_events_command on public.door_events (command_id) where command_id is not null;
create index door_events_hold on public.door_events (hold_id) where hold_id is not null;
create index door_events_removed on public.door_events (removed_controller, organization_id) where removed_controller is not null;
create index door_events_removed_door on public.door_events (removed_door, organization_id) where removed_door is not null;
-- Finds the events that admins may be mailed about (server/notices/notices.store.ts).
create index door_events_noticed on public.door_events (organization_id, received_at)
  where (kind = 'access' and granted = false) or kind in ('door_forced', 'door_held_open');
-- A controller's reports about itself are rare, and read every few seconds.
create index door_events_own on public.door_events (controller_id, kind, occurred_at desc) where kind in ('controller_restarted', 'gap', 'tamper',
  'battery_low');
-- Every search also lists the gaps.
create index door_events_silence on public.door_events (occurred_at desc, id) where kind in ('outage', 'gap');
alter table public.door_events enable row level security, force row level security;
create table public.door_events_other partition of public.door_events default;
alter table public.door_events_other enable row level security, force row level security;
select private.ensure_door_event_partitions();
comment on table public.door_events is
$$Events of doors as the controllers' logs report them. Partitioned by month; older events read at first contact stand in the default partition.
@relation door_events_credential_id_fkey: credential_id -> credentials(id)
@relation credential_id -> logged_credentials(id)$$;
comment on column public.door_events.id is 'Made of the controller and the device''s own token, so that an event read twice is one.';
comment on column public.door_events.occurred_at is 'The device''s time, corrected by the skew measured at the reading, and never later than the reading.';
comment on column public.door_events.organization_id is 'Organisation of the credential, else the only one at the door. Null: only system admins see it.';
comment on column public.door_events.granted is 'Null for a remote opening whose outcome is not known.';
comment on column public.door_events.device_reason is 'The vendor''s own reason.';
comment on column public.door_events.credential_id is 'No foreign key: the log keeps a removed credential.';
comment on column public.door_events.gap_from is 'For a gap or outage: events may be missing from here until occurred_at.';
comment on column public.door_events.command_id is 'The order from the portal, if this event is its opening.';
comment on column public.door_events.hold_id is 'The hold from the portal that this event begins or ends.';
comment on column public.door_events.is_weekly_code is 'A weekly code was typed. Kept when the code is deleted; readers of the log do not see the code''s id.';
comment on column public.door_events.removed_controller is 'Name of the controller, kept in the row when the controller is deleted.';
comment on column public.door_events.removed_door is 'Name of the door, kept in the row when the door is deleted.';

create table public.shared_door_events (
  id               uuid primary key,
  occurred_at      timestamptz not null,
  received_at      timestamptz not null,
  controller_id    uuid not null references public.controllers (id) on delete cascade,
  access_point_id  uuid references public.access_points (id) on delete cascade,
  kind             text not null constraint shared_door_events_kind check (kind in ('access', 'controller_restarted', 'outage', 'gap')),
  granted          boolean,
  gap_cause        text,
  gap_from         timestamptz,
  organization_ids uuid[] not null,
  constraint shared_door_events_door check ((kind = 'access') = (access_point_id is not null)),
  constraint shared_door_events_granted check ((kind = 'access') = (granted is not null)),
  constraint shared_door_events_gap_cause check (gap_cause in ('overrun', 'reset', 'dropped', 'unreadable', 'flooded'))
);
create index shared_door_events_occurred on public.shared_door_events (occurred_at desc, id);
create index shared_door_events_received on public.shared_door_events (received_at);
create index shared_door_events_controller on public.shared_door_events (controller_id, occurred_at desc);
create index shared_door_events_access_point on public.shared_door_events (access_point_id, occurred_at desc) where access_point_id is not null;
-- Every search also lists the gaps.
create index shared_door_events_silence on public.shared_door_events (occurred_at desc, id) where kind in ('outage', 'gap');
alter table public.shared_door_events enable row level security, force row level security;
comment on table public.shared_door_events is 'The part of an event that other organisations may read. The event concerns another organisation''s person or the whole controller. The person, the credential and the reason are not here, so no query can reveal them.';
comment on column public.shared_door_events.id is 'Id of the event.';
comment on column public.shared_door_events.access_point_id is 'Null: the event concerns the whole controller.';
comment on column public.shared_door_events.organization_ids is 'Organisations that used the door, or the controller, at that time. The event''s own organisation sees the event itself.';

create table public.door_event_cursors (
  controller_id  uuid primary key references public.controllers (id) on delete cascade,
  last_row       bigint,
  last_event     text constraint door_event_cursors_last_event check (length(last_event) <= 255),
  complete_to    timestamptz,
  clock_skew_ms  bigint,
  supported      boolean not null default true,
  last_error     text constraint door_event_cursors_error check (length(last_error) <= 100),
  next_read_at   timestamptz not null default now(),
  states_at      timestamptz not null default '-infinity',
  boot_id        text constraint door_event_cursors_boot check (length(boot_id) between 1 and 100),
  boot_asked_at  timestamptz,
  wrong_clock_ms bigint,
  wrong_clock_at timestamptz,
  counted_since  timestamptz,
  counted        integer not null default 0,
  flooded_at     timestamptz,
  constraint door_event_cursors_row check ((last_row is null) = (last_event is null))
);
alter table public.door_event_cursors enable row level security, force row level security;
comment on table public.door_event_cursors is 'How far a controller''s log has been read.';
comment on column public.door_event_cursors.last_row is 'Null before the first reading, and when the log is empty.';
comment on column public.door_event_cursors.complete_to is 'Events before this time are complete, except in gaps. Null before the first reading.';
comment on column public.door_event_cursors.clock_skew_ms is 'Device clock minus the portal''s, at the last reading.';
comment on column public.door_event_cursors.last_error is 'Why the log could not be read although the controller answered.';
comment on column public.door_event_cursors.states_at is 'When the doors are next looked at, apart from changes in the log.';
comment on column public.door_event_cursors.boot_id is 'The controller''s latest start, by the controller''s own name for the start. Null: the controller names none.';
comment on column public.door_event_cursors.wrong_clock_ms is 'Error of the clock when it wrote events of 1970. At the reading, the clock may have been right again.';
comment on column public.door_event_cursors.wrong_clock_at is 'When such events were last read.';
comment on column public.door_event_cursors.counted_since is 'Beginning of the present day of 24 hours, by which events are counted.';
comment on column public.door_event_cursors.counted is 'Events kept since then. Those beyond the day''s limit are not kept.';
comment on column public.door_event_cursors.flooded_at is 'When the day''s limit was last exceeded. Null: never.';
