-- Alerts about how a controller is: its clock, its certificate and its restarts. Limits as in contract/alerts.ts.
alter table public.alert_settings
  add column clock_skew_seconds integer default 60 constraint alert_settings_clock_skew check (clock_skew_seconds between 60 and 86400),
  add column certificate_days integer default 30 constraint alert_settings_certificate check (certificate_days between 1 and 365),
  add column restart_count integer default 3 constraint alert_settings_restarts check (restart_count between 2 and 100);

alter table public.alerts drop constraint alerts_kind;
alter table public.alerts add constraint alerts_kind
  check (kind in ('controller_offline', 'revocation_pending', 'door_not_relocked', 'denial_burst', 'backup_old', 'pin_attempts',
    'clock_skew', 'certificate_ends', 'restart_loop'));

-- What a controller says of itself is rare among what it says of its doors, and is asked for every few seconds.
create index door_events_own on public.door_events (controller_id, kind, occurred_at desc) where kind in ('controller_restarted', 'gap', 'tamper');
