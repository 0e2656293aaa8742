-- A unit whose rules of authentication cannot be read says nothing of what a PIN gives; its doors are synced all the same.
alter table public.access_points drop constraint access_points_pin_use;
alter table public.access_points
  add constraint access_points_pin_use check (pin_use in ('always', 'hours', 'never', 'nobody', 'unknown'));

-- Null where it is not known, as before a first sync.
alter table public.access_points drop column pin_only_ok;
alter table public.access_points
  add column pin_only_ok boolean generated always as (nullif(pin_use, 'unknown') in ('always', 'hours')) stored;
