-- What each gate's camera made of a day: figures alone, no plate and no person, so they outlive the passages they count.
create table public.camera_days (
  controller_id uuid not null references public.controllers (id) on delete cascade,
  -- Stockholm's.
  day           date not null,
  -- Readings; one car that stands before the camera is read many times, and counts once a minute.
  reads         integer not null default 0 constraint camera_days_reads check (reads >= 0),
  -- Without a whole plate.
  unread        integer not null default 0 constraint camera_days_unread check (unread >= 0),
  -- Nearly a known plate, linked to it or not.
  unclear       integer not null default 0 constraint camera_days_unclear check (unclear >= 0),
  last_read_at  timestamptz not null,
  primary key (controller_id, day)
);
alter table public.camera_days enable row level security;
alter table public.camera_days force row level security;

alter table public.alert_settings
  add column camera_percent integer default 10 constraint alert_settings_camera check (camera_percent between 2 and 100);
alter table public.alerts drop constraint alerts_kind;
alter table public.alerts add constraint alerts_kind
  check (kind in ('controller_offline', 'revocation_pending', 'door_not_relocked', 'denial_burst', 'backup_old', 'pin_attempts',
    'clock_skew', 'certificate_ends', 'restart_loop', 'camera_worse'));
