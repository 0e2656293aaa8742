-- A reader that runs on batteries says when they are nearly empty.
alter table public.door_events drop constraint door_events_kind;
alter table public.door_events add constraint door_events_kind check (kind in (
  'access', 'exit_request', 'door_opened', 'door_closed', 'door_forced', 'door_held_open', 'door_locked', 'door_unlocked', 'tamper',
  'battery_low', 'controller_restarted', 'remote_open', 'hold_started', 'hold_ended', 'outage', 'gap'));
