-- What a controller may still open for although the portal has taken it away, and the receipt that it no longer does.

-- Of a wanted replica: 'code' (a changed PIN or plate), 'validity' (shortened), 'doors' (some taken away). The triggers of
-- the desired generation add them, the read-back of the newest generation empties them.
alter table public.device_sync
  add column outdated text[] not null default '{}' constraint device_sync_outdated check (outdated <@ array['code', 'validity', 'doors']);

-- 'access': the whole credential. `asked_at`: since when the portal had wanted what the receipt confirms.
alter table public.sync_receipts
  add column removed text[] not null default '{}' constraint sync_receipts_removed check (removed <@ array['access', 'code', 'validity', 'doors']),
  add column asked_at timestamptz;
create index sync_receipts_removals on public.sync_receipts (organization_id, created_at desc) where removed <> '{}';
