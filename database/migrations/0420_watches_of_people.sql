-- Who watches a door: a person may watch so many at a time, however often they ask. A watch lasts seconds, and is asked for again.
truncate public.door_watches;
alter table public.door_watches
  drop constraint door_watches_pkey,
  add column watched_by uuid not null,
  add primary key (access_point_id, watched_by);
create index door_watches_person on public.door_watches (watched_by);
