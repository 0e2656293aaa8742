-- When a camera last called by itself, and since when the portal has had it say at set times that it lives.
alter table public.controllers
  add column pushed_at      timestamptz,
  add column heartbeat_from timestamptz;
