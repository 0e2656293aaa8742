-- A camera may keep the plates that are let in as a list, as an LPR server may.
alter table public.controllers
  drop constraint controllers_list_sync,
  add constraint controllers_list_sync check (device_type in ('axxon_lpr', 'axis_lpv') or not list_sync);
