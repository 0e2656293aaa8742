-- A weekly code's id is nobody's who reads the log; that one was typed stays known when the code is deleted.
alter table public.door_events add column is_weekly_code boolean not null default false;
grant select, update (is_weekly_code) on public.door_events to portal_engine;
set local role portal_engine;
update public.door_events set is_weekly_code = true where weekly_code_id is not null;
set local role portal_owner;
