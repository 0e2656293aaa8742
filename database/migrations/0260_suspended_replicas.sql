-- A code that is switched off or over stays on its door controller for some days, switched off and without doors, so that
-- the controller names it when it is tried (docs/decisions/0048).

alter table public.device_sync
  -- Since when the credential gives nothing, where a change ended it; one that ends by itself has its valid_to.
  add column ended_at timestamptz,
  -- The device was read and tried, and opens for nobody with it; until when it stays. Null: not suspended.
  add column suspended_until timestamptz;
create index device_sync_suspended on public.device_sync (controller_id) where suspended_until is not null;

alter table public.sync_receipts
  add column suspended_until timestamptz,
  drop constraint sync_receipts_kind,
  add constraint sync_receipts_kind check (kind in ('grant', 'suspension', 'revocation', 'attested')),
  add constraint sync_receipts_suspension check ((kind = 'suspension') = (suspended_until is not null));
