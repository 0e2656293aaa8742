-- A log row keeps the name of the controller, gate or door that an ordinary edit deletes: the key goes, the name stays in the row,
-- so whoever may read the row may read it, and it ends with the row.
alter table public.access_logs add column removed_controller text
  constraint access_logs_removed_controller check (length(removed_controller) <= 200);
alter table public.door_events
  add column removed_controller text constraint door_events_removed_controller check (length(removed_controller) <= 200),
  add column removed_door text constraint door_events_removed_door check (length(removed_door) <= 200);
