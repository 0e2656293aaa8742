-- Whose a replica is, and so its receipts: a PIN that was taken from a person who stays is a part of that person's history,
-- though the credential is gone when the door confirms it. No foreign keys, as for the credential itself.
alter table public.device_sync add column end_user_id uuid;
alter table public.sync_receipts
  add column end_user_id uuid,
  -- A plate on a gate's own list, not a PIN.
  add column plate boolean not null default false;

-- Nobody changed these replicas, so no trigger fires. The owner sees rows while this lasts.
alter table public.device_sync no force row level security, disable trigger user;
alter table public.credentials no force row level security;
update public.device_sync d set end_user_id = c.end_user_id from public.credentials c where c.id = d.holder_id;
alter table public.credentials force row level security;
alter table public.device_sync enable trigger user, force row level security;

create index sync_receipts_person on public.sync_receipts (end_user_id, created_at desc) where removed <> '{}';
create index sync_receipts_source on public.sync_receipts (holder_id, created_at desc) where removed <> '{}';
