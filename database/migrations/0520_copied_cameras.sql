-- Plate cameras that push with another gate's account, whose settings they were given. Only the alert reads it: which gate's camera it
-- is, whose account it has, and the first and the last refused push.
create table private.copied_cameras (
  controller_id uuid primary key references public.controllers (id) on delete cascade,
  account_of_id uuid not null references public.controllers (id) on delete cascade,
  since         timestamptz not null default now(),
  last_at       timestamptz not null default now()
);
create index copied_cameras_account_of on private.copied_cameras (account_of_id);
grant select, insert, update on private.copied_cameras to portal_engine;

alter table public.alerts drop constraint alerts_kind;
alter table public.alerts add constraint alerts_kind
  check (kind in ('controller_offline', 'revocation_pending', 'door_not_relocked', 'denial_burst', 'backup_old', 'pin_attempts',
    'clock_skew', 'certificate_ends', 'restart_loop', 'camera_worse', 'camera_copied'));
