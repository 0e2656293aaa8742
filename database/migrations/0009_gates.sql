-- Passages at gates, readings of cameras, and the accounts that gates call with.

create table public.access_logs (
  id                 uuid not null default gen_random_uuid(),
  detected_at        timestamptz not null default now(),
  plate_number       text not null constraint access_logs_plate_number check (length(plate_number) <= 256),
  plate_key          text generated always as (private.plate_key(plate_number)) stored,
  controller_id      uuid references public.controllers (id) on delete set null,
  access_granted     boolean not null,
  access_reason      text not null constraint access_logs_reason check (access_reason in ('valid_credential', 'expired', 'not_yet_valid', 'no_match',
                       'disabled', 'gate_not_found', 'no_access_assignment', 'invalid_configuration', 'outside_hours', 'read_too_late', 'opened_from_portal')),
  macro_executed     boolean,
  credential_id      uuid,
  opened             boolean not null default false,
  duplicate_of       uuid,
  changed_at         timestamptz,
  organization_id    uuid references public.organizations (id) on delete set null,
  removed_controller text constraint access_logs_removed_controller check (length(removed_controller) <= 200),
  command_id         uuid references public.door_commands (id) on delete set null,
  primary key (detected_at, id),
  constraint access_logs_opened check (access_granted or not opened)
) partition by range (detected_at);
create index access_logs_controller on public.access_logs (controller_id, detected_at desc);
create index access_logs_credential on public.access_logs (credential_id, detected_at desc) where credential_id is not null;
create index access_logs_plate on public.access_logs using gin (plate_number gin_trgm_ops);
create index access_logs_changed on public.access_logs (changed_at) where changed_at is not null;
create index access_logs_organization on public.access_logs (organization_id, detected_at desc, id desc) where organization_id is not null;
create index access_logs_command on public.access_logs (command_id) where command_id is not null;
create index access_logs_id on public.access_logs (id);
create index access_logs_refused on public.access_logs (organization_id, detected_at) where access_granted = false and organization_id is not null;
create index access_logs_removed on public.access_logs (removed_controller, organization_id) where removed_controller is not null;
alter table public.access_logs enable row level security, force row level security;
select private.ensure_access_log_partitions();
comment on table public.access_logs is
$$Passages at gates, one row per decision. Partitioned by month. There is no default partition, which would be scanned under lock whenever a month is
added: the first partition begins at MINVALUE and the last ends at MAXVALUE (gates/access-log-partitions.function.sql).
@relation access_logs_credential_id_fkey: credential_id -> credentials(id)
@relation credential_id -> logged_credentials(id)$$;
comment on column public.access_logs.plate_number is 'The plate as the camera sent it. Wide enough never to refuse a row: the server cuts the text.';
comment on column public.access_logs.macro_executed is 'True: the gate opened. False: it refused. Null: not sent, under way or unknown.';
comment on column public.access_logs.credential_id is 'No foreign key: the log keeps a removed credential.';
comment on column public.access_logs.opened is 'Only this read may open the gate.';
comment on column public.access_logs.duplicate_of is 'The passage that opened, if this one repeats it.';
comment on column public.access_logs.changed_at is 'When the outcome was stored. Realtime finds updates by it.';
comment on column public.access_logs.organization_id is 'Organisation of the credential, kept when the credential is deleted. Null: nobody has the plate.';
comment on column public.access_logs.command_id is 'The order of an opening from the portal, which reads no plate.';
comment on column public.access_logs.removed_controller is 'Name of the gate, kept in the row when the gate is deleted.';

create table public.gate_passages (
  controller_id uuid not null references public.controllers (id) on delete cascade,
  plate_key     text not null,
  opened_at     timestamptz not null,
  log_id        uuid,
  primary key (controller_id, plate_key),
  constraint gate_passages_plate_key_size check (length(plate_key) <= 1024)
) with (fillfactor = 70);
alter table public.gate_passages enable row level security, force row level security;
comment on table public.gate_passages is 'The last opening per gate and plate, so that a repeated read does not open again.';
comment on column public.gate_passages.log_id is 'The log row that opened, so that a repeat can name it.';

create table public.pushed_reads (
  controller_id uuid not null references public.controllers (id) on delete cascade,
  car           text not null constraint pushed_reads_car check (length(car) = 64),
  seen          tstzmultirange not null,
  noted_at      timestamptz not null default now(),
  late          tstzmultirange,
  primary key (controller_id, car)
) with (fillfactor = 70);
-- Rows arrive in the order of their time and are deleted only by it, so a BRIN index is enough.
create index pushed_reads_noted on public.pushed_reads using brin (noted_at) with (autosummarize = on);
alter table public.pushed_reads enable row level security, force row level security;
comment on table public.pushed_reads is 'Reads that cameras pushed and that are decided, since a camera resends what it could not deliver.';
comment on column public.pushed_reads.car is 'Digest of gate, car number and plate.';
comment on column public.pushed_reads.seen is 'Times that count as the same car.';
comment on column public.pushed_reads.late is 'Times in `seen` that only late reads have noted. There, a read in time counts as new. Null: none, as for nearly every car.';

create table public.plate_near_misses (
  id              uuid primary key default gen_random_uuid(),
  controller_id   uuid not null references public.controllers (id) on delete cascade,
  plate_number    text not null constraint plate_near_misses_plate_number check (length(plate_number) <= 256),
  plate_key       text generated always as (private.plate_key(plate_number)) stored,
  reads           integer not null default 1 constraint plate_near_misses_reads check (reads > 0),
  last_read_at    timestamptz not null,
  last_passage_id uuid,
  unique (controller_id, plate_key)
);
create index plate_near_misses_newest on public.plate_near_misses (last_read_at desc, id);
alter table public.plate_near_misses enable row level security, force row level security;
comment on table public.plate_near_misses is 'Readings that nearly match a known plate, one row per gate and reading.';
comment on column public.plate_near_misses.plate_number is 'The latest spelling that the camera sent.';
comment on column public.plate_near_misses.last_passage_id is 'The passage in the log. Null: none is kept, because the log deletes passages in time.';

create table public.plate_near_miss_candidates (
  near_miss_id    uuid not null references public.plate_near_misses (id) on delete cascade,
  organization_id uuid not null,
  credential_id   uuid not null,
  place           smallint not null constraint plate_near_miss_candidates_place check (place between 1 and 3),
  own_plate_read  boolean not null default false,
  dismissed_at    timestamptz,
  primary key (near_miss_id, credential_id),
  foreign key (organization_id, credential_id) references public.credentials (organization_id, id) on delete cascade
);
create index plate_near_miss_candidates_credential on public.plate_near_miss_candidates (credential_id);
create index plate_near_miss_candidates_organization on public.plate_near_miss_candidates (organization_id, near_miss_id);
alter table public.plate_near_miss_candidates enable row level security, force row level security;
comment on table public.plate_near_miss_candidates is 'Possible cars of a near miss, one row each, so that an organisation sees only its own people.';
comment on column public.plate_near_miss_candidates.place is 'The likeliest first.';
comment on column public.plate_near_miss_candidates.own_plate_read is 'A camera has recently read the plate itself, so it is not mistyped here.';

create table public.plate_aliases (
  id              uuid primary key default gen_random_uuid(),
  controller_id   uuid not null references public.controllers (id) on delete cascade,
  organization_id uuid not null,
  credential_id   uuid not null,
  plate_number    text not null constraint plate_aliases_plate_number check (length(plate_number) <= 256),
  plate_key       text generated always as (private.plate_key(plate_number)) stored,
  created_by      uuid,
  created_at      timestamptz not null default now(),
  last_used_at    timestamptz not null default now(),
  last_used_on    date not null generated always as ((last_used_at at time zone 'Europe/Stockholm')::date) stored,
  unique (controller_id, plate_key),
  foreign key (organization_id, credential_id) references public.credentials (organization_id, id) on delete cascade,
  constraint plate_aliases_plate check (private.is_plate_key(private.plate_key(plate_number)))
);
create index plate_aliases_credential on public.plate_aliases (organization_id, credential_id);
create index plate_aliases_used on public.plate_aliases (last_used_at);
alter table public.plate_aliases enable row level security, force row level security;
comment on table public.plate_aliases is 'Readings that a person has linked to a credential: from the next read on they count as its plate at this gate.';
comment on column public.plate_aliases.plate_number is 'The camera''s spelling.';
comment on column public.plate_aliases.last_used_at is 'The alias ends when it has been unused for long.';
comment on column public.plate_aliases.last_used_on is 'The only time shown to an administrator: the exact one would tell when a certain car was let in, which a housing association sees only after giving a reason.';

create table private.near_miss_progress (
  only_one     boolean primary key default true constraint near_miss_progress_only_one check (only_one),
  looked_until timestamptz not null,
  looked_id    uuid not null
);
comment on table private.near_miss_progress is 'One row: the passage up to which the job has looked for near misses.';

create table public.webhook_uses (
  controller_id uuid primary key references public.controllers (id) on delete cascade,
  new_used_at   timestamptz,
  old_used_at   timestamptz
);
alter table public.webhook_uses enable row level security, force row level security;
comment on table public.webhook_uses is 'When the old and the new webhook password of a gate were last used, while both work.';

create table public.installation_webhook (
  id                     uuid primary key,
  only_row               boolean not null default true unique constraint installation_webhook_one check (only_row),
  enabled                boolean not null default true,
  webhook_user           text not null constraint installation_webhook_user check (length(webhook_user) between 1 and 100),
  webhook_hash           text not null constraint installation_webhook_hash check (webhook_hash ~ '^[0-9a-f]{64}$'),
  webhook_secret         text not null constraint installation_webhook_secret check (private.is_encrypted_text(webhook_secret)),
  webhook_previous_hash  text constraint installation_webhook_previous_hash check (webhook_previous_hash ~ '^[0-9a-f]{64}$'),
  webhook_previous_until timestamptz,
  webhook_rotated_at     timestamptz,
  constraint installation_webhook_previous check ((webhook_previous_hash is null) = (webhook_previous_until is null))
);
alter table public.installation_webhook enable row level security, force row level security;
comment on table public.installation_webhook is 'One row: the webhook account that any gate may use. Its columns equal a gate''s own account in controllers, so that the audit masks them alike. The server makes the row at its start.';
comment on column public.installation_webhook.id is 'The secret is bound to this id.';
comment on column public.installation_webhook.webhook_rotated_at is 'Null: never replaced.';

create table public.installation_webhook_uses (
  controller_id uuid primary key references public.controllers (id) on delete cascade,
  new_used_at   timestamptz,
  old_used_at   timestamptz,
  audited_at    timestamptz
);
alter table public.installation_webhook_uses enable row level security, force row level security;
comment on table public.installation_webhook_uses is 'Gates that use the installation''s webhook account, and which of two passwords.';
comment on column public.installation_webhook_uses.audited_at is 'When the use was last audited: once per day and gate, since audit rows cannot be deleted.';

create table public.gate_addresses (
  address      inet primary key,
  last_used_at timestamptz not null default now()
);
create index gate_addresses_used on public.gate_addresses (last_used_at desc);
alter table public.gate_addresses enable row level security, force row level security;
comment on table public.gate_addresses is 'Addresses from which gates called with a right password: a full server keeps capacity for them, also after a restart. Never the address of a proxy.';

create table public.camera_days (
  controller_id uuid not null references public.controllers (id) on delete cascade,
  day           date not null,
  reads         integer not null default 0 constraint camera_days_reads check (reads >= 0),
  unread        integer not null default 0 constraint camera_days_unread check (unread >= 0),
  unclear       integer not null default 0 constraint camera_days_unclear check (unclear >= 0),
  last_read_at  timestamptz not null,
  primary key (controller_id, day)
);
alter table public.camera_days enable row level security, force row level security;
comment on table public.camera_days is 'Figures of each gate''s camera by day. No plate and no person, so they outlive the passages that they count.';
comment on column public.camera_days.day is 'Day in Stockholm.';
comment on column public.camera_days.reads is 'Reads, counted once a minute for a car that stands before the camera.';
comment on column public.camera_days.unread is 'Reads without a whole plate.';
comment on column public.camera_days.unclear is 'Reads that nearly match a known plate, linked to it or not.';
comment on column public.camera_days.last_read_at is 'Time of the last read, rounded to the hour, so that figures do not tell when somebody came.';

create table private.copied_cameras (
  controller_id uuid primary key references public.controllers (id) on delete cascade,
  account_of_id uuid not null references public.controllers (id) on delete cascade,
  since         timestamptz not null default now(),
  last_at       timestamptz not null default now()
);
create index copied_cameras_account_of on private.copied_cameras (account_of_id);
comment on table private.copied_cameras is 'Cameras that push with another gate''s account, because their settings were copied. Only the alert reads it.';
comment on column private.copied_cameras.account_of_id is 'Gate whose account the camera uses.';
comment on column private.copied_cameras.since is 'First refused push.';
comment on column private.copied_cameras.last_at is 'Last refused push.';

create table private.refused_calls (
  cause    text primary key constraint refused_calls_cause check (cause ~ '^[a-z_]{1,60}$'),
  calls    bigint not null default 1,
  first_at timestamptz not null default now(),
  last_at  timestamptz not null default now(),
  address  inet,
  gate_id  uuid references public.controllers (id) on delete set null
);
create index refused_calls_gate on private.refused_calls (gate_id);
comment on table private.refused_calls is 'Refused calls that no gate''s account made: the number by cause, and the latest with its caller and the gate that it named.';

create table private.first_openings (
  organization_id uuid primary key,
  opened_at       timestamptz not null
);
comment on table private.first_openings is 'When somebody of an organisation first opened a door or gate. Kept when the passage is deleted, so that finished first steps stay finished. No foreign key: the row outlives the organisation, and a restore empties the tables that it loads.';
