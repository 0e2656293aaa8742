-- When a camera last read anything is kept to the hour, as it is counted: who reads figures is not told when somebody came.
grant select, update on public.camera_days to portal_engine;
set local role portal_engine;
update public.camera_days set last_read_at = date_trunc('hour', last_read_at);
set local role portal_owner;
