-- Alerts about the installation: their causes, the people to notify, and the outcome of the notifications. Notices about an organisation's own
-- doors and gates.

create table public.alert_settings (
  id                     uuid primary key default gen_random_uuid(),
  only_row               boolean not null default true unique constraint alert_settings_one check (only_row),
  controller_offline_minutes integer default 15 constraint alert_settings_offline check (controller_offline_minutes between 1 and 10080),
  revocation_pending_minutes integer default 15 constraint alert_settings_revocation check (revocation_pending_minutes between 1 and 10080),
  denial_burst_count     integer default 20 constraint alert_settings_denials check (denial_burst_count between 2 and 10000),
  denial_burst_minutes   integer not null default 10 constraint alert_settings_denial_minutes check (denial_burst_minutes between 1 and 120),
  backup_old_hours       integer default 26 constraint alert_settings_backup check (backup_old_hours between 1 and 8760),
  repeat_hours           integer default 24 constraint alert_settings_repeat check (repeat_hours between 1 and 720),
  clock_skew_seconds     integer default 60 constraint alert_settings_clock_skew check (clock_skew_seconds between 60 and 86400),
  certificate_days       integer default 30 constraint alert_settings_certificate check (certificate_days between 1 and 365),
  restart_count          integer default 3 constraint alert_settings_restarts check (restart_count between 2 and 100),
  camera_percent         integer default 10 constraint alert_settings_camera check (camera_percent between 2 and 100)
);
-- Inserted before row security, which hides all rows from the owner.
insert into public.alert_settings default values;
alter table public.alert_settings enable row level security, force row level security;
comment on table public.alert_settings is 'One row: thresholds of the alerts. Null: no alert of that kind. Names and defaults equal those of contract/alerts.ts.';
comment on column public.alert_settings.repeat_hours is 'An open alert is notified again after this time.';

create table public.alert_opt_outs (
  user_id uuid primary key references public.profiles (id) on delete cascade
);
alter table public.alert_opt_outs enable row level security, force row level security;
comment on table public.alert_opt_outs is 'System admins who want no emails about alerts. All others get them, so that a new installation notifies somebody.';

create table public.alert_webhooks (
  id             uuid primary key default gen_random_uuid(),
  name           text not null constraint alert_webhooks_name check (private.is_name(name)),
  origin         text not null constraint alert_webhooks_origin check (length(origin) <= 300 and origin ~ '^https?://[^/?#@[:space:]<>"]+$'),
  encrypted_url     text not null constraint alert_webhooks_url check (private.is_encrypted_text(encrypted_url)),
  signing_secret text not null constraint alert_webhooks_secret check (private.is_encrypted_text(signing_secret)),
  enabled        boolean not null default true,
  created_at     timestamptz not null default now()
);
create index alert_webhooks_name on public.alert_webhooks (name, id);
alter table public.alert_webhooks enable row level security, force row level security;
comment on table public.alert_webhooks is 'Addresses that alerts are posted to.';
comment on column public.alert_webhooks.origin is 'Scheme, host and port, shown on the page.';
comment on column public.alert_webhooks.encrypted_url is 'Encrypted, because many receivers have their key in the address.';

create table public.alerts (
  id           uuid primary key default gen_random_uuid(),
  kind         text not null constraint alerts_kind check (kind in ('controller_offline', 'revocation_pending', 'door_not_relocked', 'denial_burst',
                 'backup_old', 'pin_attempts', 'clock_skew', 'certificate_ends', 'portal_certificate', 'restart_loop', 'camera_worse', 'camera_copied', 'hours_end',
                 'log_flooded')),
  object_id    uuid,
  object_name  text constraint alerts_object_name check (length(object_name) <= 300),
  since        timestamptz not null,
  detail       jsonb not null default '{}' constraint alerts_detail check (jsonb_typeof(detail) = 'object'),
  raised_at    timestamptz not null default now(),
  last_notified_at timestamptz not null default now(),
  cleared_at   timestamptz constraint alerts_cleared check (cleared_at >= raised_at),
  constraint alerts_detail_size check (octet_length(detail::text) <= 16384)
);
-- One open alert per kind and object, whichever server raises it.
create unique index alerts_open on public.alerts (kind, object_id) nulls not distinct where cleared_at is null;
create index alerts_newest on public.alerts (raised_at desc, id);
alter table public.alerts enable row level security, force row level security;
comment on table public.alerts is 'Alerts that are or were open.';
comment on column public.alerts.object_id is 'The controller. Null: the installation. No foreign key: deleting the controller ends its alert, which is notified.';
comment on column public.alerts.since is 'Start of the cause, before anybody was notified.';
comment on column public.alerts.detail is 'Counts and codes; no plate, no person.';

create table public.alert_deliveries (
  id          uuid primary key default gen_random_uuid(),
  webhook_id  uuid not null references public.alert_webhooks (id) on delete cascade,
  event       text not null constraint alert_deliveries_event check (event in ('raised', 'reminder', 'cleared', 'test')),
  body        text not null constraint alert_deliveries_body check (length(body) <= 20000),
  state       text not null default 'queued' constraint alert_deliveries_state check (state in ('queued', 'sent', 'failed')),
  attempts    integer not null default 0,
  last_error  text constraint alert_deliveries_last_error check (last_error ~ '^[a-z0-9_]{1,60}$'),
  next_try_at timestamptz not null default now(),
  lease_owner uuid,
  lease_until timestamptz not null default '-infinity',
  expires_at  timestamptz not null,
  created_at  timestamptz not null default now(),
  finished_at timestamptz,
  constraint alert_deliveries_finished check ((state = 'queued') = (finished_at is null))
);
create index alert_deliveries_due on public.alert_deliveries (next_try_at) where state = 'queued';
create index alert_deliveries_newest on public.alert_deliveries (created_at desc, id);
create index alert_deliveries_webhook on public.alert_deliveries (webhook_id);
alter table public.alert_deliveries enable row level security, force row level security;
comment on table public.alert_deliveries is 'Posts of alerts, created in the transaction that raises or clears. Emails are rows of mail_queue in the same transaction.';
comment on column public.alert_deliveries.id is 'Also in the body, so that a receiver can recognise a repeat.';
comment on column public.alert_deliveries.body is 'Posted unchanged at each try.';

create table public.notice_choices (
  id        uuid primary key default gen_random_uuid(),
  user_id   uuid not null references public.profiles (id) on delete cascade,
  kind      text not null constraint notice_choices_kind check (kind in ('refused', 'door_alarm')),
  pace      text not null constraint notice_choices_pace check (pace in ('off', 'soon', 'hour', 'day')),
  chosen_at timestamptz not null default now(),
  told_to   timestamptz not null default now(),
  mailed_at timestamptz,
  constraint notice_choices_one unique (user_id, kind),
  constraint notice_choices_pace_of_kind check (pace = 'off' or (kind = 'door_alarm') = (pace = 'soon'))
);
alter table public.notice_choices enable row level security, force row level security;
comment on table public.notice_choices is 'Emails that an organisation''s admin wants about its doors and gates. No row: none.';
comment on column public.notice_choices.kind is 'refused: refusals at doors and gates. door_alarm: doors held open or forced.';
comment on column public.notice_choices.chosen_at is 'When the emails were switched on. They report no earlier event.';
comment on column public.notice_choices.told_to is 'Events stored until this time have been reported.';
comment on column public.notice_choices.mailed_at is 'The latest email, from which the pause is counted. Kept while they are off.';
