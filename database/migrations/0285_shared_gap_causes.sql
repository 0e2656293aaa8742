-- As in the log of doors.
alter table public.shared_door_events add constraint shared_door_events_gap_cause
  check (gap_cause in ('overrun', 'reset', 'dropped', 'unreadable'));
