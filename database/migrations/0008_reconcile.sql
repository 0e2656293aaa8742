-- The desired and actual contents of devices: generations, leases, receipts, comparisons.

create table public.device_sync (
  controller_id    uuid not null references public.controllers (id),
  source_id        uuid not null,
  source_kind      text not null constraint device_sync_source_kind check (source_kind in ('credential', 'weekly_code', 'direct')),
  organization_id  uuid references public.organizations (id),
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
  pending          boolean not null generated always as (desired_gen > applied_gen) stored,
  pending_since    timestamptz not null default now(),
  outdated         text[] not null default '{}' constraint device_sync_outdated check (outdated <@ array['code', 'validity', 'doors']),
  end_user_id      uuid,
  ended_at         timestamptz,
  suspended_until  timestamptz,
  primary key (controller_id, source_id),
  unique (controller_id, user_token),
  unique (controller_id, credential_token),
  constraint device_sync_generations check (applied_gen <= desired_gen),
  constraint device_sync_organization check ((source_kind = 'credential') = (organization_id is not null)),
  constraint device_sync_applied_digest_size check (length(applied_digest) <= 500),
  constraint device_sync_credential_token_size check (length(credential_token) <= 255),
  constraint device_sync_user_token_size check (length(user_token) <= 255),
  constraint device_sync_label_size check (length(label) <= 300),
  constraint device_sync_last_error_size check (length(last_error) <= 500)
);
create index device_sync_pending on public.device_sync (controller_id, next_try_at) where pending;
-- Replicas in step wake at the end of their validity.
create index device_sync_expiry on public.device_sync (next_try_at) where not pending;
create index device_sync_source on public.device_sync (source_id);
create index device_sync_organization on public.device_sync (organization_id);
create index device_sync_pending_since on public.device_sync (pending_since) where pending;
create index device_sync_suspended on public.device_sync (controller_id) where suspended_until is not null;
alter table public.device_sync enable row level security, force row level security;
comment on table public.device_sync is 'Replicas: what one controller should hold of one credential source, and how much the device has confirmed.';
comment on column public.device_sync.source_id is 'A credential, a weekly code or a controller user. No foreign key: the row outlives its source until a read-back shows that the replica is gone.';
comment on column public.device_sync.organization_id is 'The foreign key has no action on delete, like that of controller_id: neither row can be deleted while a replica may exist.';
comment on column public.device_sync.label is 'The person''s name, for a replica that awaits removal when the person is gone.';
comment on column public.device_sync.desired_gen is 'Raised by triggers when the replica must be written again.';
comment on column public.device_sync.applied_gen is 'The generation that the last read-back confirmed.';
comment on column public.device_sync.pending is 'Stored, because the planner cannot know how rarely desired_gen > applied_gen holds.';
comment on column public.device_sync.pending_since is 'Since when the replica waits. A change while it waits leaves this time; it has no meaning while nothing waits.';
comment on column public.device_sync.outdated is 'Access that the device may still give besides the desired state: a changed code, a shortened validity, doors that were taken away. A read-back of the newest generation empties it.';
comment on column public.device_sync.end_user_id is 'The person, who may be gone. No foreign key, for the same reason as the credential.';
comment on column public.device_sync.ended_at is 'Since when the credential gives no access, if a change ended it. A credential that expires has its valid_to instead.';
comment on column public.device_sync.suspended_until is 'The code is switched off on the device and opens for nobody; it stays until this time (docs/decisions/0048). Null: not suspended.';

create table public.door_profiles (
  access_point_id uuid not null,
  controller_id   uuid not null,
  schedule_ids    uuid[] not null constraint door_profiles_schedule_ids check (cardinality(schedule_ids) between 1 and 1000),
  profile_token   text not null constraint door_profiles_profile_token check (length(profile_token) between 1 and 255),
  hours_token     text constraint door_profiles_hours_token check (length(hours_token) between 1 and 255),
  hours_problem   text constraint door_profiles_hours_problem
                  check (hours_problem in ('no_schedules', 'wrong_time_zone', 'hours_refused', 'hours_not_kept')),
  primary key (access_point_id, profile_token),
  foreign key (controller_id, access_point_id) references public.access_points (controller_id, id) on delete cascade
);
create index door_profiles_controller on public.door_profiles (controller_id);
alter table public.door_profiles enable row level security, force row level security;
comment on table public.door_profiles is 'Profiles on a device that give a door at hours, for people whose every right there has a schedule. Written by the controller''s worker.';
comment on column public.door_profiles.schedule_ids is 'Schedules of such rights, in order: the profile opens while one of them is open and the door is too. They are no key, since an index holds 160 of them at most.';
comment on column public.door_profiles.profile_token is 'The profile on the device, named after the door and the schedules.';
comment on column public.door_profiles.hours_token is 'The schedule on the unit, confirmed by its own answers at the last sync. Null: not confirmed.';
comment on column public.door_profiles.hours_problem is 'Why the unit does not keep the hours; it lets nobody in by them.';

create table public.controller_sync (
  controller_id      uuid primary key references public.controllers (id) on delete cascade,
  lease_owner        text,
  lease_until        timestamptz not null default '-infinity',
  fence              bigint not null default 0,
  desired_gen        bigint not null default 0,
  applied_gen        bigint not null default 0,
  attempts           integer not null default 0,
  next_try_at        timestamptz not null default now(),
  breaker_open_since timestamptz,
  last_error         text,
  verify_at          timestamptz,
  hours_at           timestamptz,
  last_full_at       timestamptz,
  group_token        text constraint controller_sync_group_token check (length(group_token) between 1 and 255),
  restored_at        timestamptz,
  failing_since      timestamptz,
  compare_error      text constraint controller_sync_compare_error_size check (length(compare_error) <= 255),
  constraint controller_sync_generations check (applied_gen <= desired_gen),
  constraint controller_sync_last_error_size check (length(last_error) <= 500),
  constraint controller_sync_lease_owner_size check (length(lease_owner) <= 200)
);
create index controller_sync_due on public.controller_sync (next_try_at);
alter table public.controller_sync enable row level security, force row level security;
comment on table public.controller_sync is 'One controller''s worker: lease, progress, failures.';
comment on column public.controller_sync.lease_owner is 'Boot id of the server that runs the worker.';
comment on column public.controller_sync.fence is 'Fencing token of the lease.';
comment on column public.controller_sync.desired_gen is 'Generation of changes of doors, links and connection. A source''s trigger never touches this row: saves would queue behind an import.';
comment on column public.controller_sync.verify_at is 'When the next full comparison of the device is due.';
comment on column public.controller_sync.hours_at is 'When a schedule of its doors changed. The worker writes the new hours and clears it; a full comparison clears it too. Null: nothing changed.';
comment on column public.controller_sync.group_token is 'Token of the group named "Webbportal" when the device last showed it. Null: none seen.';
comment on column public.controller_sync.restored_at is 'Set by a restore: nothing is sent to this controller until somebody has compared it with the database and confirmed.';
comment on column public.controller_sync.failing_since is 'Since when the controller has failed to do its work. Null: it works.';
comment on column public.controller_sync.compare_error is 'Why the last comparison failed although the controller answers other calls. It is tried again later, and removals do not wait for it. Null: it succeeded.';

create table public.sync_receipts (
  id              uuid primary key default gen_random_uuid(),
  controller_id   uuid not null,
  controller_name text not null,
  source_id       uuid not null,
  source_kind     text not null,
  organization_id uuid,
  label           text not null,
  kind            text not null constraint sync_receipts_kind check (kind in ('grant', 'suspension', 'revocation', 'attested')),
  generation      bigint not null,
  read_back_at    timestamptz,
  attested_by     uuid,
  tx              xid8 not null default pg_current_xact_id(),
  created_at      timestamptz not null default now(),
  reason          text constraint sync_receipts_reason check (reason is null or (kind = 'attested' and btrim(reason) <> '' and length(reason) <= 500)),
  removed         text[] not null default '{}' constraint sync_receipts_removed check (removed <@ array['access', 'code', 'validity', 'doors']),
  asked_at        timestamptz,
  end_user_id     uuid,
  plate           boolean not null default false,
  suspended_until timestamptz,
  constraint sync_receipts_proof check ((kind = 'attested') = (attested_by is not null) and (kind = 'attested') = (read_back_at is null)),
  constraint sync_receipts_controller_name_size check (length(controller_name) <= 300),
  constraint sync_receipts_source_kind_size check (length(source_kind) <= 50),
  constraint sync_receipts_label_size check (length(label) <= 300),
  constraint sync_receipts_suspension check ((kind = 'suspension') = (suspended_until is not null))
);
create index sync_receipts_controller_source on public.sync_receipts (controller_id, source_id);
create index sync_receipts_organization on public.sync_receipts (organization_id, created_at desc);
create index sync_receipts_removals on public.sync_receipts (organization_id, created_at desc) where removed <> '{}';
create index sync_receipts_person on public.sync_receipts (end_user_id, created_at desc) where removed <> '{}';
create index sync_receipts_source on public.sync_receipts (source_id, created_at desc) where removed <> '{}';
alter table public.sync_receipts enable row level security, force row level security;
comment on table public.sync_receipts is 'Records of read-backs, append-only. No foreign keys: a receipt matters most when the objects that it names are gone.';
comment on column public.sync_receipts.read_back_at is 'When a read-back found the state of the receipt. Null: attested.';
comment on column public.sync_receipts.attested_by is 'System admin who declared that the device is permanently gone.';
comment on column public.sync_receipts.tx is 'Ties the receipt to the transaction in which the replica was removed (reconcile/receipts.trigger.sql).';
comment on column public.sync_receipts.reason is 'Why the removal was attested.';
comment on column public.sync_receipts.removed is 'Access that the device no longer gives. access: the whole credential.';
comment on column public.sync_receipts.asked_at is 'Since when the portal had desired the confirmed state.';
comment on column public.sync_receipts.end_user_id is 'The person, who may be gone.';
comment on column public.sync_receipts.plate is 'A plate on a gate''s own list, not a PIN.';

create table public.worker_pause (
  id        boolean primary key default true constraint worker_pause_one check (id),
  paused_at timestamptz not null default now(),
  paused_by uuid,
  reason    text not null constraint worker_pause_reason check (btrim(reason) <> '' and length(reason) <= 500)
);
alter table public.worker_pause enable row level security, force row level security;
comment on table public.worker_pause is 'While its one row exists, no worker of any server runs. After a restore, devices know more than the database does.';
comment on column public.worker_pause.paused_by is 'Account. Null: a script on the server''s console.';

create table public.drift_reports (
  controller_id uuid primary key references public.controllers (id) on delete cascade,
  compared_at   timestamptz not null,
  users         integer not null,
  credentials   integer not null,
  total_items   integer not null,
  items         jsonb not null constraint drift_reports_items check (jsonb_typeof(items) = 'array'),
  constraint drift_reports_items_size check (octet_length(items::text) <= 2097152)
);
alter table public.drift_reports enable row level security, force row level security;
comment on table public.drift_reports is 'Findings of the last full comparison of a controller, in the words of contract/functions/sync-control.ts. Never a PIN.';
comment on column public.drift_reports.total_items is 'Number of differences; items holds the first thousand.';

create table public.controller_delays (
  controller_id uuid not null references public.controllers (id) on delete cascade,
  cause         text not null constraint controller_delays_cause check (cause in ('unreachable', 'restore_held')),
  since         timestamptz not null,
  until         timestamptz constraint controller_delays_until check (until >= since),
  primary key (controller_id, cause, since)
);
create unique index controller_delays_open on public.controller_delays (controller_id, cause) where until is null;
create index controller_delays_ended on public.controller_delays (until);
alter table public.controller_delays enable row level security, force row level security;
comment on table public.controller_delays is 'Causes that kept changes from a controller, with their periods, so that a refusal is explained by the causes of that second.';
comment on column public.controller_delays.until is 'Null: the cause still lasts.';

create table public.restore_state (
  id          boolean primary key default true constraint restore_state_one check (id),
  backup_id   uuid not null,
  taken_at    timestamptz not null,
  restored_at timestamptz not null default now()
);
alter table public.restore_state enable row level security, force row level security;
comment on table public.restore_state is 'One row from a restore until a system admin has seen what devices hold and confirms. Until then no gate opens: this database does not know whose plate was removed after the back-up.';

create table public.restore_reports (
  controller_id uuid primary key references public.controllers (id) on delete cascade,
  inspected_at  timestamptz not null,
  error         text constraint restore_reports_error check (length(error) <= 100),
  total_items   integer not null,
  items         jsonb not null constraint restore_reports_items check (jsonb_typeof(items) = 'array'),
  constraint restore_reports_items_size check (octet_length(items::text) <= 16777216)
);
alter table public.restore_reports enable row level security, force row level security;
comment on table public.restore_reports is 'Contents of a device that the restored database lacks, in the words of contract/functions/restore-control.ts.';
comment on column public.restore_reports.error is 'Why the device could not be read. Null: it was read.';
comment on column public.restore_reports.total_items is 'Number of differences; items lacks those for which there is no room, never one that a confirmation acts on.';
