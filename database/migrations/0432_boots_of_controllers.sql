-- Which start of the controller was seen last, by the name that it gives each of them; null: it gives none.
alter table public.door_event_cursors
  add column boot_id text constraint door_event_cursors_boot check (length(boot_id) between 1 and 100),
  add column boot_asked_at timestamptz;
