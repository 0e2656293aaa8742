-- Calls to gates that were refused before a passage was logged. At the gate whose account called: the latest, and why. For the portal: of
-- each cause how many that nobody could be held to, wrong passwords among them, and the latest with its caller and the gate it named.
alter table public.controllers
  add column refused_at    timestamptz,
  add column refused_cause text constraint controllers_refused_cause check (refused_cause ~ '^[a-z_]{1,60}$'),
  add constraint controllers_refused check ((refused_at is null) = (refused_cause is null));

create table private.refused_calls (
  cause    text primary key constraint refused_calls_cause check (cause ~ '^[a-z_]{1,60}$'),
  calls    bigint not null default 1,
  first_at timestamptz not null default now(),
  last_at  timestamptz not null default now(),
  address  inet,
  gate_id  uuid references public.controllers (id) on delete set null
);
create index refused_calls_gate on private.refused_calls (gate_id);
grant select, insert, update on private.refused_calls to portal_engine;
