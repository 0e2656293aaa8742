-- What devices hold and what they shall hold: marks, reservations, leases and receipts.

create table public.device_sync (
  controller_id    uuid not null references public.controllers (id),
  -- A credential, a weekly code or a controller user. No foreign key: the row outlives its holder until the
  -- device has proved that the copy is gone.
  holder_id        uuid not null,
  holder_kind      text not null constraint device_sync_holder_kind check (holder_kind in ('credential', 'weekly_code', 'direct')),
  -- No action, as controller_id: neither can go while a copy may exist.
  organization_id  uuid references public.organizations (id),
  -- The person's name, for "awaiting removal" when the person is gone.
  label            text not null,
  user_token       text not null,
  credential_token text not null,
  desired_gen      bigint not null default 1,
  applied_gen      bigint not null default 0,
  applied_digest   text,
  attempts         integer not null default 0,
  next_try_at      timestamptz not null default now(),
  last_error       text,
  synced_at        timestamptz,
  -- Stored, because the planner cannot know how rarely desired_gen > applied_gen holds.
  pending          boolean not null generated always as (desired_gen > applied_gen) stored,
  primary key (controller_id, holder_id),
  unique (controller_id, user_token),
  unique (controller_id, credential_token),
  constraint device_sync_generations check (applied_gen <= desired_gen),
  constraint device_sync_organization check ((holder_kind = 'credential') = (organization_id is not null))
);
create index device_sync_pending on public.device_sync (controller_id, next_try_at) where pending;
-- Pairs in step wake at the end of their validity.
create index device_sync_expiry on public.device_sync (next_try_at) where not pending;
create index device_sync_holder on public.device_sync (holder_id);
create index device_sync_organization on public.device_sync (organization_id);

create table public.controller_pins (
  controller_id uuid not null references public.controllers (id) on delete cascade,
  pin_hmac      text not null constraint controller_pins_hmac check (pin_hmac ~ '^[0-9a-f]{64}$'),
  -- Null = seen on the device and not ours.
  holder_id     uuid,
  primary key (controller_id, pin_hmac)
);
create index controller_pins_holder on public.controller_pins (controller_id, holder_id);

create table public.controller_sync (
  controller_id      uuid primary key references public.controllers (id) on delete cascade,
  -- Boot id of the server that has the lane.
  lease_owner        text,
  lease_until        timestamptz not null default '-infinity',
  fence              bigint not null default 0,
  -- Changes of doors, links and connection. A trigger of a holder never touches this row: savers would queue behind an import.
  desired_gen        bigint not null default 0,
  applied_gen        bigint not null default 0,
  attempts           integer not null default 0,
  next_try_at        timestamptz not null default now(),
  breaker_open_since timestamptz,
  last_error         text,
  verify_at          timestamptz,
  last_full_at       timestamptz,
  constraint controller_sync_generations check (applied_gen <= desired_gen)
);
create index controller_sync_due on public.controller_sync (next_try_at);

-- Append-only. No foreign keys: a receipt is worth most when what it speaks of is gone.
create table public.sync_receipts (
  id              uuid primary key default gen_random_uuid(),
  controller_id   uuid not null,
  controller_name text not null,
  holder_id       uuid not null,
  holder_kind     text not null,
  organization_id uuid,
  label           text not null,
  kind            text not null constraint sync_receipts_kind check (kind in ('grant', 'revocation', 'attested')),
  generation      bigint not null,
  -- When the device was read and found as the receipt says; null for an attested one.
  read_back_at    timestamptz,
  attested_by     uuid,
  -- Ties the receipt to the transaction in which the pair went (triggers/sync-invariants.sql).
  tx              xid8 not null default pg_current_xact_id(),
  created_at      timestamptz not null default now(),
  constraint sync_receipts_proof check ((kind = 'attested') = (attested_by is not null) and (kind = 'attested') = (read_back_at is null))
);
create index sync_receipts_holder on public.sync_receipts (controller_id, holder_id);
create index sync_receipts_organization on public.sync_receipts (organization_id, created_at desc);
