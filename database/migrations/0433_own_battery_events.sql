-- The strip of a controller's health asks for the newest low battery as well.
drop index public.door_events_own;
create index door_events_own on public.door_events (controller_id, kind, occurred_at desc)
  where kind in ('controller_restarted', 'gap', 'tamper', 'battery_low');
