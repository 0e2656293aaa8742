-- A controller's clock that lost its time and wrote events of 1970, though it may be right again when the log is read: how wrong it was,
-- and when such events were read last.
alter table public.door_event_cursors
  add column wrong_clock_ms bigint,
  add column wrong_clock_at timestamptz;
