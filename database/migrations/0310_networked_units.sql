-- Units of one network share one store of people and PINs, so only one controller of the portal may write there.
-- What names the units of that store, held by the controller that writes; null for a unit alone.
alter table public.controllers
  add column device_system text[] constraint controllers_device_system_size check (octet_length(device_system::text) <= 32768),
  -- Refused for that: the controller that writes there already.
  add column shares_system_with uuid references public.controllers (id) on delete set null;
create index controllers_shares_system_with on public.controllers (shares_system_with) where shares_system_with is not null;
