-- A camera that pushes the plates it reads and opens the gate by an output of its own, and sends again what it could not deliver.
alter table public.controllers
  drop constraint controllers_device_type,
  add constraint controllers_device_type check (device_type in ('axis', 'axxon_lpr', 'http_relay', 'axis_lpv')),
  drop constraint controllers_relay_request,
  add constraint controllers_relay_request check (relay_request is null or (device_type = 'http_relay'
    and jsonb_typeof(relay_request) = 'object' and length(relay_request::text) <= 10000));

alter table public.access_logs
  drop constraint access_logs_reason,
  add constraint access_logs_reason check (access_reason in (
    'valid_credential', 'expired', 'not_yet_valid', 'no_match', 'disabled', 'gate_not_found',
    'no_access_assignment', 'invalid_configuration', 'read_too_late'));

-- Reads that were pushed and decided. `car` is a digest of gate, car number and plate; `seen` the times that are the same car.
create table public.pushed_reads (
  controller_id uuid not null references public.controllers (id) on delete cascade,
  car           text not null constraint pushed_reads_car check (length(car) = 64),
  seen          tstzmultirange not null,
  noted_at      timestamptz not null default now(),
  primary key (controller_id, car)
) with (fillfactor = 70);
create index pushed_reads_noted on public.pushed_reads (noted_at);
alter table public.pushed_reads enable row level security;
alter table public.pushed_reads force row level security;
