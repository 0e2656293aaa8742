-- How far a camera's clock is off by the age of what it pushed last: device minus ours. Null: not known.
alter table public.controllers add column push_skew_ms bigint;
