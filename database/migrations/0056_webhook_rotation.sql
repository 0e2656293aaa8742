-- A gate's new webhook password beside its old one, until the LPR system has been given the new one.

alter table public.controllers
  -- The old password's digest, and until when it still lets reads in. In this table and not beside it: a read of a plate looks
  -- its sender up here anyway, and costs no statement and no lookup more.
  add column webhook_previous_hash  text constraint controllers_webhook_previous_hash check (webhook_previous_hash ~ '^[0-9a-f]{64}$'),
  add column webhook_previous_until timestamptz,
  -- It ends already when the new one is used for the first time.
  add column webhook_previous_ends_on_use boolean not null default false,
  add column webhook_rotated_at     timestamptz,
  add constraint controllers_webhook_previous check ((webhook_previous_hash is null) = (webhook_previous_until is null));

-- Which of the two was used when, noted by the gate after its answer while both work: so that the old one is ended by knowledge
-- and not by hope.
create table public.webhook_uses (
  controller_id uuid primary key references public.controllers (id) on delete cascade,
  new_used_at   timestamptz,
  old_used_at   timestamptz
);

alter table public.webhook_uses enable row level security;
alter table public.webhook_uses force row level security;
