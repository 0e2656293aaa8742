-- What the log could not say is listed whatever is looked for: a search by ids finds it by an index of its own, too.
create index door_events_silence on public.door_events (occurred_at desc, id) where kind in ('outage', 'gap');
create index shared_door_events_silence on public.shared_door_events (occurred_at desc, id) where kind in ('outage', 'gap');
