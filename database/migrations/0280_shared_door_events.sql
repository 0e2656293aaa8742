-- What an organisation sees of an event that is another's, or the whole controller's. Who it was, with what and why are not
-- here, so that no reading of this table can tell.
create table public.shared_door_events (
  -- Of the event.
  id               uuid primary key,
  occurred_at      timestamptz not null,
  received_at      timestamptz not null,
  controller_id    uuid not null references public.controllers (id) on delete cascade,
  -- Null: of the whole controller.
  access_point_id  uuid references public.access_points (id) on delete cascade,
  kind             text not null constraint shared_door_events_kind check (kind in ('access', 'controller_restarted', 'outage', 'gap')),
  granted          boolean,
  gap_cause        text,
  gap_from         timestamptz,
  -- Who used the door, or the controller, then. The organisation whose event it is sees the event itself.
  organization_ids uuid[] not null,
  constraint shared_door_events_door check ((kind = 'access') = (access_point_id is not null)),
  constraint shared_door_events_granted check ((kind = 'access') = (granted is not null))
);
create index shared_door_events_occurred on public.shared_door_events (occurred_at desc, id);
create index shared_door_events_received on public.shared_door_events (received_at);
create index shared_door_events_controller on public.shared_door_events (controller_id, occurred_at desc);
create index shared_door_events_access_point on public.shared_door_events (access_point_id, occurred_at desc) where access_point_id is not null;

alter table public.shared_door_events enable row level security;
alter table public.shared_door_events force row level security;

-- A controller that could not be read for a while, and whose events were read afterwards: since when.
alter table public.door_events drop constraint door_events_kind;
alter table public.door_events add constraint door_events_kind check (kind in (
  'access', 'exit_request', 'door_opened', 'door_closed', 'door_forced', 'door_held_open', 'door_locked', 'door_unlocked', 'tamper',
  'controller_restarted', 'remote_open', 'hold_started', 'hold_ended', 'outage', 'gap'));
alter table public.door_events add constraint door_events_outage check (kind <> 'outage' or gap_from is not null);

-- Whose an event is, is asked of its door.
drop function if exists private.sole_organization(uuid);
