-- A gate that any sender of plates asks for and a relay opens. The request is what a preset filled in (contract/relay.ts).
alter table public.controllers
  add column relay_request jsonb constraint controllers_relay_request
    check (relay_request is null or (device_type not in ('axis', 'axxon_lpr') and jsonb_typeof(relay_request) = 'object'
      and length(relay_request::text) <= 10000)),
  drop constraint controllers_device_type,
  add constraint controllers_device_type check (device_type in ('axis', 'axxon_lpr', 'http_relay')),
  -- Never for a door controller.
  drop constraint controllers_plain_http,
  add constraint controllers_plain_http check (device_type <> 'axis' or not allow_plain_http);
