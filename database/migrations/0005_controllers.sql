-- Controllers, their doors, and which organisations may use them.

create table public.controllers (
  id                     uuid primary key default gen_random_uuid(),
  name                   text not null constraint controllers_name check (private.is_name(name)),
  device_type            text not null constraint controllers_device_type check (device_type in ('axis', 'axxon_lpr', 'http_relay', 'axis_lpv')),
  device_ip              text not null constraint controllers_device_ip check (btrim(device_ip) <> '' and length(device_ip) <= 255),
  device_port            integer default 443 constraint controllers_device_port check (device_port between 1 and 65535),
  username               text constraint controllers_username check (btrim(username) <> '' and length(username) <= 255),
  password_encrypted     text constraint controllers_password_encrypted check (private.is_encrypted_text(password_encrypted)),
  password_mask          text generated always as (case when password_encrypted is null then null else '********' end) stored,
  enabled                boolean not null default true,
  macro_id               text constraint controllers_macro_id check (length(macro_id) <= 255),
  last_sync              timestamptz,
  organization_id        uuid not null references public.organizations (id),
  created_at             timestamptz not null default now(),
  webhook_user           text constraint controllers_webhook_user check (length(webhook_user) between 1 and 100),
  webhook_hash           text constraint controllers_webhook_hash check (webhook_hash ~ '^[0-9a-f]{64}$'),
  webhook_secret         text constraint controllers_webhook_secret check (private.is_encrypted_text(webhook_secret)),
  cert_sha256            text constraint controllers_cert_sha256 check (cert_sha256 ~ '^[0-9a-f]{64}$'),
  serial                 text constraint controllers_serial check (length(serial) <= 100),
  allow_plain_http       boolean not null default false,
  list_sync              boolean not null default false,
  webhook_previous_hash  text constraint controllers_webhook_previous_hash check (webhook_previous_hash ~ '^[0-9a-f]{64}$'),
  webhook_previous_until timestamptz,
  webhook_previous_ends_on_use boolean not null default false,
  webhook_rotated_at     timestamptz,
  model                  text constraint controllers_model check (length(model) <= 100),
  firmware               text constraint controllers_firmware check (length(firmware) <= 100),
  cert_subject           text constraint controllers_cert_subject check (length(cert_subject) <= 255),
  cert_valid_to          timestamptz,
  cert_accepted_at       timestamptz,
  relay_request          jsonb constraint controllers_relay_request check (relay_request is null or (device_type = 'http_relay'
                           and jsonb_typeof(relay_request) = 'object' and length(relay_request::text) <= 10000)),
  whole_days             boolean not null default false,
  keeps_hours            boolean,
  device_system          text[] constraint controllers_device_system_size check (octet_length(device_system::text) <= 32768),
  shares_system_with     uuid,
  disabled_macro_id      text constraint controllers_disabled_macro_id check (length(disabled_macro_id) <= 255),
  pushed_at              timestamptz,
  heartbeat_from         timestamptz,
  allow_old_tls          boolean not null default false,
  tls_version            text constraint controllers_tls_version check (tls_version in ('TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3')),
  frame_source           text constraint controllers_frame_source check (frame_source is null or (device_type = 'axxon_lpr'
                           and length(frame_source) <= 200 and frame_source ~
                           '^[A-Za-z0-9_-]+([.][A-Za-z0-9_-]+)*/DeviceIpint[.][A-Za-z0-9_-]+/SourceEndpoint[.]video:[0-9]+:[0-9]+$')),
  push_skew_ms           bigint,
  missing_macro_id       text constraint controllers_missing_macro_id check (length(missing_macro_id) <= 255),
  refused_at             timestamptz,
  refused_cause          text constraint controllers_refused_cause check (refused_cause ~ '^[a-z_]{1,60}$'),
  sign_in_digest         smallint not null default 0 constraint controllers_sign_in_digest check (sign_in_digest between 0 and 9),
  sign_in_refusals       integer not null default 0 constraint controllers_sign_in_refusals check (sign_in_refusals >= 0),
  sign_in_held_until     timestamptz,
  sign_in_version        integer not null default 0,
  constraint controllers_plain_http check (device_type <> 'axis' or not allow_plain_http),
  constraint controllers_list_sync check (device_type in ('axxon_lpr', 'axis_lpv') or not list_sync),
  constraint controllers_webhook_previous check ((webhook_previous_hash is null) = (webhook_previous_until is null)),
  constraint controllers_old_tls check (not allow_old_tls or (device_type = 'axis' and cert_sha256 is not null)),
  constraint controllers_refused check ((refused_at is null) = (refused_cause is null))
);
create index controllers_newest on public.controllers (created_at desc, id);
create index controllers_name on public.controllers (name);
create index controllers_organization on public.controllers (organization_id);
create unique index controllers_webhook_user_key on public.controllers (webhook_user);
create index controllers_shares_system_with on public.controllers (shares_system_with) where shares_system_with is not null;
alter table public.controllers enable row level security, force row level security;
comment on table public.controllers is 'Door controllers, LPR servers, relays and plate cameras, with their connection, their certificate and, for a gate, its webhook account.';
comment on column public.controllers.device_ip is 'A host, or a URL with a path prefix. The server checks at each call which addresses may be called at all.';
comment on column public.controllers.macro_id is 'The macro of the LPR server that opens the gate.';
comment on column public.controllers.organization_id is 'Organisation that registered the controller. This column gives nobody access; organization_controllers does.';
comment on column public.controllers.webhook_user is 'The gate''s own account for the webhook.';
comment on column public.controllers.webhook_hash is 'Digest of the webhook password, to compare with.';
comment on column public.controllers.webhook_secret is 'The webhook password, encrypted, to show it again.';
comment on column public.controllers.cert_sha256 is 'Certificate pinned at the first contact. Another certificate or serial stops the worker.';
comment on column public.controllers.allow_plain_http is 'A system admin saved a plain HTTP address. Never stored for Axis.';
comment on column public.controllers.list_sync is 'The device keeps plate lists of its own, so plates are written to it like PINs to a door controller.';
comment on column public.controllers.webhook_previous_hash is 'Digest of the previous webhook password. It is in this table, because reading a plate looks up its sender here anyway.';
comment on column public.controllers.webhook_previous_until is 'Until when the previous password is accepted.';
comment on column public.controllers.webhook_previous_ends_on_use is 'The previous password ends when the new one is used for the first time.';
comment on column public.controllers.model is 'The device reports model, firmware and certificate, so their sizes are limited here.';
comment on column public.controllers.cert_accepted_at is 'When a person accepted the pinned certificate. Null: pinned at the first contact, and nobody compared it.';
comment on column public.controllers.relay_request is 'The request that opens the gate, filled in by a preset (contract/relay.ts).';
comment on column public.controllers.keeps_hours is 'Whether the unit kept the hours of doors and rights that were last written to it; if not, it lets nobody in by hours. Null: none were written.';
comment on column public.controllers.whole_days is 'The unit counts validity in whole days; the portal stores the times of day.';
comment on column public.controllers.device_system is 'Names of the networked units that share one store of people and PINs, claimed by the controller that writes. Null: a single unit.';
comment on column public.controllers.shares_system_with is 'The controller that already writes to the same store, so that this one is refused. No foreign key, so that a reply never nests controllers in controllers; a trigger clears it.';
comment on column public.controllers.disabled_macro_id is 'The macro that the LPR server last reported as switched off. Applies while it equals macro_id.';
comment on column public.controllers.pushed_at is 'When a camera last called by itself.';
comment on column public.controllers.heartbeat_from is 'Since when the camera sends heartbeats on the portal''s request.';
comment on column public.controllers.allow_old_tls is 'TLS older than 1.2 is allowed, only while the certificate is pinned: the pinned key is the protection that remains.';
comment on column public.controllers.tls_version is 'The version agreed on at the last contact. Null over HTTP and before the first contact.';
comment on column public.controllers.frame_source is 'Camera whose images the log may show, by its name at the LPR server. Null: images are off. The check equals FRAME_SOURCE of contract/frame-source.ts.';
comment on column public.controllers.push_skew_ms is 'Device clock minus the portal''s, by the age of the camera''s latest push. Null: not known.';
comment on column public.controllers.missing_macro_id is 'The macro that the LPR server last reported as missing. Applies while it equals macro_id.';
comment on column public.controllers.refused_at is 'Latest call with this gate''s account that was refused before a passage was logged; refused_cause has the reason.';
comment on column public.controllers.sign_in_digest is 'Learned from sign-ins, for every server and the next start: strength of the strongest Digest that the device has accepted. Over plain HTTP no weaker challenge is answered after that.';
comment on column public.controllers.sign_in_refusals is 'Passwords that the device has refused in a row.';
comment on column public.controllers.sign_in_held_until is 'No password is sent before this time.';
comment on column public.controllers.sign_in_version is 'Version of address, account, password and way to sign in: a server stores only facts learned about this version.';

create table public.schedules (
  id              uuid primary key default gen_random_uuid(),
  organization_id uuid references public.organizations (id) on delete cascade,
  name            text not null constraint schedules_name check (private.is_name(name)),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
create unique index schedules_organization_name on public.schedules (organization_id, lower(name)) nulls not distinct;
alter table public.schedules enable row level security, force row level security;
comment on table public.schedules is 'Hours in local time of Europe/Stockholm, such as the hours of a laundry room. private.is_open tells whether one is open.';
comment on column public.schedules.organization_id is 'Null: the installation''s.';

create table public.schedule_hours (
  id          uuid primary key default gen_random_uuid(),
  schedule_id uuid not null references public.schedules (id) on delete cascade,
  weekday     smallint not null constraint schedule_hours_weekday check (weekday between 1 and 7),
  from_minute smallint not null constraint schedule_hours_from check (from_minute between 0 and 1439),
  to_minute   smallint not null constraint schedule_hours_to check (to_minute between 1 and 1440),
  every_weeks smallint not null default 1 constraint schedule_hours_every_weeks check (every_weeks in (1, 2, 4)),
  anchor      date not null constraint schedule_hours_anchor check (private.is_bounded_day(anchor)),
  valid_from  date constraint schedule_hours_valid_from check (private.is_bounded_day(valid_from)),
  valid_until date constraint schedule_hours_valid_until check (private.is_bounded_day(valid_until)),
  constraint schedule_hours_length check (from_minute <> to_minute),
  constraint schedule_hours_window check (valid_until >= valid_from)
);
create index schedule_hours_schedule on public.schedule_hours (schedule_id, weekday);
alter table public.schedule_hours enable row level security, force row level security;
comment on table public.schedule_hours is 'Weekly hours of a schedule. Overlapping hours count as one interval.';
comment on column public.schedule_hours.weekday is '1 Monday to 7 Sunday: the day on which the hours begin, even if they end after midnight.';
comment on column public.schedule_hours.from_minute is 'Minutes from 00:00.';
comment on column public.schedule_hours.to_minute is 'Minutes from 00:00, of the next day where it is before from_minute. 1440: 24:00.';
comment on column public.schedule_hours.anchor is 'Any day of a week in which the hours apply; every_weeks counts from that week.';
comment on column public.schedule_hours.valid_from is 'First day on which the hours begin. Null: no limit.';
comment on column public.schedule_hours.valid_until is 'Last day on which the hours begin. Null: no limit.';

create table public.calendars (
  id              uuid primary key default gen_random_uuid(),
  organization_id uuid references public.organizations (id) on delete cascade,
  name            text not null constraint calendars_name check (private.is_name(name)),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
create unique index calendars_organization_name on public.calendars (organization_id, lower(name)) nulls not distinct;
alter table public.calendars enable row level security, force row level security;
comment on table public.calendars is 'Days with other hours than the week''s, or none, for many schedules.';
comment on column public.calendars.organization_id is 'Null: the installation''s.';

create table public.calendar_days (
  id          uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references public.calendars (id) on delete cascade,
  first_day   date constraint calendar_days_first_day check (private.is_bounded_day(first_day)),
  last_day    date constraint calendar_days_last_day check (private.is_bounded_day(last_day)),
  holiday     text constraint calendar_days_holiday check (private.is_holiday_code(holiday)),
  name        text constraint calendar_days_name check (private.is_name(name)),
  hours       jsonb not null default '[]' constraint calendar_days_hours check (private.are_intervals(hours)),
  constraint calendar_days_kind check (num_nonnulls(first_day, last_day) = case when holiday is null then 2 else 0 end),
  constraint calendar_days_named check (name is null or holiday is null),
  constraint calendar_days_window check (last_day >= first_day)
);
create unique index calendar_days_holiday_key on public.calendar_days (calendar_id, holiday) where holiday is not null;
create index calendar_days_calendar on public.calendar_days (calendar_id, first_day);
alter table public.calendar_days enable row level security, force row level security;
comment on table public.calendar_days is 'Days of a calendar: typed dates, or a holiday that is computed for every year. Typed dates of a calendar do not overlap.';
comment on column public.calendar_days.holiday is 'A code of contract/schedules/holidays.ts, or public_holidays for all of them. Null: typed dates.';
comment on column public.calendar_days.name is 'A word for typed dates, such as a holiday of the staff. Null: the calendar''s name says enough.';
comment on column public.calendar_days.hours is 'Intervals as {from, to} in minutes, instead of the week''s. Empty: closed.';

create table public.schedule_calendars (
  schedule_id uuid not null references public.schedules (id) on delete cascade,
  calendar_id uuid not null references public.calendars (id),
  place       smallint not null constraint schedule_calendars_place check (place between 0 and 99),
  primary key (schedule_id, calendar_id)
);
create unique index schedule_calendars_place_key on public.schedule_calendars (schedule_id, place);
create index schedule_calendars_calendar on public.schedule_calendars (calendar_id);
alter table public.schedule_calendars enable row level security, force row level security;
comment on table public.schedule_calendars is 'Calendars of a schedule. A calendar in use cannot be deleted.';
comment on column public.schedule_calendars.place is 'Order of the calendars: for each date the first calendar that has it decides.';

create table public.access_points (
  id                   uuid primary key default gen_random_uuid(),
  controller_id        uuid not null references public.controllers (id) on delete cascade,
  name                 text not null constraint access_points_name check (private.is_name(name)),
  door_name            text constraint access_points_door_name check (length(door_name) <= 100),
  description          text constraint access_points_description check (length(description) <= 1000),
  enabled              boolean not null default true,
  last_synced          timestamptz,
  access_profile_token text constraint access_points_profile_token check (length(access_profile_token) between 1 and 255),
  device_door_token    text constraint access_points_door_token check (length(device_door_token) between 1 and 255),
  missing_since        timestamptz,
  pin_min              smallint,
  pin_max              smallint,
  pin_use              text constraint access_points_pin_use check (pin_use in ('always', 'hours', 'never', 'nobody', 'unknown')),
  pin_hours            jsonb constraint access_points_pin_hours check (pin_hours is null or (pin_use = 'hours' and jsonb_typeof(pin_hours) = 'object'
                         and length(pin_hours::text) <= 8000)),
  pin_only_ok          boolean generated always as (nullif(pin_use, 'unknown') in ('always', 'hours')) stored,
  pin_alone            boolean not null default false,
  pin_alone_on_device  boolean not null default false,
  pin_rule             text constraint access_points_pin_rule check (char_length(pin_rule) <= 100),
  hours_schedule_id    uuid constraint access_points_hours_schedule references public.schedules (id),
  hours_token          text constraint access_points_hours_token check (length(hours_token) between 1 and 255),
  hours_problem        text constraint access_points_hours_problem
                         check (hours_problem in ('no_schedules', 'wrong_time_zone', 'hours_refused', 'hours_not_kept')),
  hours_seen_at        timestamptz,
  unlock_hours         jsonb constraint access_points_unlock_hours check (jsonb_typeof(unlock_hours) = 'object' and length(unlock_hours::text) <= 8000),
  unique (controller_id, id),
  unique (controller_id, device_door_token)
);
create index access_points_controller_name on public.access_points (controller_id, name);
create index access_points_hours_schedule_key on public.access_points (hours_schedule_id) where hours_schedule_id is not null;
alter table public.access_points enable row level security, force row level security;
comment on table public.access_points is 'Doors of a controller, as the device lists them, with what the portal has set.';
comment on column public.access_points.access_profile_token is 'The portal''s access profile for this door on the device. Null before the first sync.';
comment on column public.access_points.missing_since is 'When the device stopped listing the door. The row stays, because people are assigned to it.';
comment on column public.access_points.pin_min is 'Shortest PIN that the reader takes.';
comment on column public.access_points.pin_max is 'Longest PIN that the reader takes.';
comment on column public.access_points.pin_use is 'When a PIN alone opens the door, as the device reports. nobody: nothing opens it.';
comment on column public.access_points.pin_only_ok is 'True when a PIN alone can open the door at some time. Null: not known.';
comment on column public.access_points.pin_alone is 'Desired: the portal''s people open with a PIN alone, though the reader asks for a card.';
comment on column public.access_points.pin_alone_on_device is 'The value at the last read-back.';
comment on column public.access_points.hours_schedule_id is 'Desired: everybody''s access through the door is limited to this schedule of the installation, on the way in. Null: all hours.';
comment on column public.access_points.hours_token is 'The schedule on the unit, confirmed by its own answers at the last sync. Null: not confirmed.';
comment on column public.access_points.hours_problem is 'Why the unit does not keep the hours; it lets nobody in by them.';
comment on column public.access_points.hours_seen_at is 'Last beginning or end of the hours that the unit''s own log reported at the right minute: a second confirmation, of rule, clock and time zone. Null: none since the hours changed.';
comment on column public.access_points.unlock_hours is 'Hours at which the unit holds the door unlocked by itself, as it reports. The portal never writes them. Null: none.';
comment on column public.access_points.pin_rule is 'The unit''s rule that pin_alone uses. Empty: the unit has none. Null: not read yet.';

create table public.organization_controllers (
  organization_id uuid not null references public.organizations (id),
  controller_id   uuid not null references public.controllers (id) on delete cascade,
  primary key (organization_id, controller_id)
);
create index organization_controllers_controller on public.organization_controllers (controller_id);
alter table public.organization_controllers enable row level security, force row level security;
comment on table public.organization_controllers is 'Controllers that an organisation may use. An organisation with controllers cannot be deleted.';

create table public.organization_access_points (
  organization_id uuid not null,
  access_point_id uuid not null,
  controller_id   uuid not null,
  primary key (organization_id, access_point_id),
  foreign key (organization_id, controller_id) references public.organization_controllers (organization_id, controller_id) on delete cascade,
  foreign key (controller_id, access_point_id) references public.access_points (controller_id, id) on delete cascade
);
create index organization_access_points_controller on public.organization_access_points (organization_id, controller_id);
create index organization_access_points_access_point on public.organization_access_points (controller_id, access_point_id);
alter table public.organization_access_points enable row level security, force row level security;
comment on table public.organization_access_points is 'Doors that an organisation may use at a controller. Without rows for a controller, it may use all of its doors.';
comment on column public.organization_access_points.controller_id is 'Filled from the door by a trigger.';

create table public.controller_users (
  id               uuid primary key default gen_random_uuid(),
  controller_id    uuid not null references public.controllers (id),
  first_name       text not null constraint controller_users_first_name check (private.is_name(first_name)),
  last_name        text not null constraint controller_users_last_name check (private.is_name(last_name)),
  pin              text constraint controller_users_pin_is_encrypted check (private.is_encrypted_pin(pin)),
  pin_mask         text generated always as (private.encrypted_pin_mask(pin)) stored,
  pin_hmacs        text[] generated always as (private.encrypted_pin_hmacs(pin)) stored,
  valid_from       timestamptz,
  valid_to         timestamptz,
  enabled          boolean not null default true,
  group_token      text constraint controller_users_group_token check (length(group_token) between 1 and 255),
  access_point_ids uuid[] not null default '{}',
  user_token       text constraint controller_users_user_token check (length(user_token) between 1 and 255),
  credential_token text constraint controller_users_credential_token check (length(credential_token) between 1 and 255),
  created_at       timestamptz not null default now(),
  default_group    boolean not null default false,
  constraint controller_users_window check (valid_to > valid_from),
  constraint controller_users_valid_from_years check (private.is_bounded_time(valid_from)),
  constraint controller_users_valid_to_years check (private.is_bounded_time(valid_to))
);
create index controller_users_controller on public.controller_users (controller_id, last_name, first_name);
create unique index controller_users_user_token_key on public.controller_users (controller_id, user_token);
create unique index controller_users_credential_token_key on public.controller_users (controller_id, credential_token);
alter table public.controller_users enable row level security, force row level security;
comment on table public.controller_users is 'People created directly at one controller. They belong to no organisation.';
comment on column public.controller_users.pin is 'Null while only the person has been created (CREATE_USER before SET_CREDENTIAL).';
comment on column public.controller_users.group_token is 'Access profile of the device, chosen by its token.';
comment on column public.controller_users.access_point_ids is 'Doors, besides those of the access profile.';
comment on column public.controller_users.user_token is 'Token of an object that was on the device before the portal adopted it. Null: derived from the id.';
comment on column public.controller_users.default_group is 'The person follows the device group named "Webbportal", whatever its token is after a device is replaced.';

create table public.door_versions (
  access_point_id   uuid not null references public.access_points (id) on delete cascade,
  since             timestamptz not null,
  enabled           boolean not null,
  pin_use           text constraint door_versions_pin_use check (pin_use in ('always', 'hours', 'never', 'nobody', 'unknown')),
  organization_ids  uuid[] not null,
  pin_min           smallint,
  pin_max           smallint,
  pins_known_from   timestamptz,
  hours_schedule_id uuid,
  hours_state       text constraint door_versions_hours_state check (hours_state in ('hours_unconfirmed', 'hours_withheld')),
  pin_hours         jsonb constraint door_versions_pin_hours check (length(pin_hours::text) <= 8000),
  pin_alone         boolean not null default false,
  pin_alone_on_device boolean not null default false,
  profiles          jsonb not null default '{}' constraint door_versions_profiles_size check (octet_length(profiles::text) <= 1048576),
  primary key (access_point_id, since)
);
create index door_versions_since on public.door_versions (since);
alter table public.door_versions enable row level security, force row level security;
comment on table public.door_versions is 'Settings of a door and their start, so that a refusal is explained by the settings of that second.';
comment on column public.door_versions.pin_use is 'When a PIN alone opened the door, as the device reported. Null: not known.';
comment on column public.door_versions.organization_ids is 'Organisations that could use the door.';
comment on column public.door_versions.pins_known_from is 'pin_min and pin_max of this version are known from this time. Null: from its beginning.';
comment on column public.door_versions.hours_state is 'Why the unit may not have kept the door''s hours. Null: it had confirmed them, or there were none.';
comment on column public.door_versions.pin_hours is 'The reader''s own hours for a PIN alone, where pin_use is hours.';
comment on column public.door_versions.profiles is 'State on the unit of the hours of rights: hours_unconfirmed, hours_not_kept, or empty when confirmed. The key is the MD5 of the right''s schedules, sorted and joined by commas, because a person may have hundreds.';
comment on column public.door_versions.hours_schedule_id is 'The schedule of the door''s hours. No foreign key: the schedule may have been deleted since.';

create table public.schedule_versions (
  schedule_id uuid not null,
  since       timestamptz not null,
  name        text not null constraint schedule_versions_name check (private.is_name(name)),
  hours       jsonb not null constraint schedule_versions_hours_size check (octet_length(hours::text) <= 1048576),
  calendars   jsonb not null constraint schedule_versions_calendars_size check (octet_length(calendars::text) <= 8388608),
  removed     boolean not null default false,
  primary key (schedule_id, since)
);
create index schedule_versions_since on public.schedule_versions (since);
alter table public.schedule_versions enable row level security, force row level security;
comment on table public.schedule_versions is 'Hours of a schedule and their start, with the days of its calendars, so that a past time is judged by the hours of that time. A transaction leaves one version.';
comment on column public.schedule_versions.hours is 'Rows of schedule_hours, in the words of contract/schedules.';
comment on column public.schedule_versions.calendars is 'The days of each calendar, in the order of the calendars.';
comment on column public.schedule_versions.removed is 'The last version of a schedule, which was removed at this time.';

create table public.gate_versions (
  controller_id    uuid not null references public.controllers (id) on delete cascade,
  since            timestamptz not null,
  ready            boolean not null,
  list_sync        boolean not null,
  organization_ids uuid[] not null,
  primary key (controller_id, since)
);
create index gate_versions_since on public.gate_versions (since);
alter table public.gate_versions enable row level security, force row level security;
comment on table public.gate_versions is 'Settings of a gate and their start, so that a past time is judged by the settings of that time.';
comment on column public.gate_versions.ready is 'The gate was switched on and had its macro or request, so that it could be opened.';
comment on column public.gate_versions.list_sync is 'The device kept a list of plates of its own.';
comment on column public.gate_versions.organization_ids is 'Organisations that could use the gate.';

create table public.door_states (
  access_point_id uuid primary key references public.access_points (id) on delete cascade,
  mode            text not null constraint door_states_mode check (mode in ('locked', 'unlocked', 'accessed', 'blocked', 'double_locked',
                    'locked_down', 'locked_open', 'unknown')),
  physical        text constraint door_states_physical check (physical in ('open', 'closed', 'fault', 'unknown')),
  alarm           text constraint door_states_alarm check (alarm in ('normal', 'forced', 'held_open')),
  mode_since      timestamptz not null,
  physical_since  timestamptz not null,
  alarm_since     timestamptz not null,
  read_at         timestamptz not null,
  source          text not null constraint door_states_source check (source in ('device', 'log')),
  asked_at        timestamptz,
  created_at      timestamptz not null default now(),
  changed_at      timestamptz not null default now()
) with (fillfactor = 70);
create index door_states_changed on public.door_states (changed_at);
alter table public.door_states enable row level security, force row level security;
comment on table public.door_states is 'Present state of each door: lock, position and alarm.';
comment on column public.door_states.physical is 'Null: the door has no sensor.';
comment on column public.door_states.read_at is 'When the device reported the state, or its log reported no change.';
comment on column public.door_states.asked_at is 'When the device itself was last asked. Null: never.';
comment on column public.door_states.changed_at is 'Last change of lock, position or alarm. Realtime follows it.';

create table public.door_watches (
  access_point_id uuid not null references public.access_points (id) on delete cascade,
  until           timestamptz not null,
  watched_by      uuid not null,
  primary key (access_point_id, watched_by)
);
create index door_watches_person on public.door_watches (watched_by);
alter table public.door_watches enable row level security, force row level security;
comment on table public.door_watches is 'Doors shown on a page, so that their state is read more often. A watch lasts seconds and is renewed.';

create table public.door_commands (
  id              uuid primary key default gen_random_uuid(),
  request_id      uuid not null,
  access_point_id uuid references public.access_points (id) on delete set null,
  controller_id   uuid references public.controllers (id) on delete set null,
  organization_id uuid references public.organizations (id) on delete cascade,
  requested_by    uuid not null,
  requested_as    text not null constraint door_commands_requested_as check (length(requested_as) <= 400),
  reason          text not null constraint door_commands_reason check (length(reason) between 3 and 200),
  created_at      timestamptz not null default now(),
  outcome         boolean,
  answered_at     timestamptz,
  device_reason   text constraint door_commands_device_reason check (length(device_reason) <= 100),
  unique (requested_by, request_id),
  constraint door_commands_answered check (outcome is null or answered_at is not null),
  constraint door_commands_place check (access_point_id is null or controller_id is null)
);
create index door_commands_door on public.door_commands (access_point_id, created_at desc) where access_point_id is not null;
create index door_commands_gate on public.door_commands (controller_id, created_at desc) where controller_id is not null;
create index door_commands_organization on public.door_commands (organization_id, created_at desc) where organization_id is not null;
create index door_commands_created on public.door_commands (created_at);
alter table public.door_commands enable row level security, force row level security;
comment on table public.door_commands is 'Openings ordered from the portal. Each is sent at most once.';
comment on column public.door_commands.controller_id is 'The gate. Null: a door was opened, or the gate was deleted.';
comment on column public.door_commands.request_id is 'Chosen by the page: the same press sent twice is one opening.';
comment on column public.door_commands.organization_id is 'Organisation of the org admin. Null: ordered by a system admin.';
comment on column public.door_commands.requested_as is 'Name of the person at that time.';
comment on column public.door_commands.outcome is 'Opened or refused. Null: sent without an answer, or never sent.';

create table public.door_holds (
  id               uuid primary key default gen_random_uuid(),
  request_id       uuid not null,
  access_point_id  uuid references public.access_points (id) on delete set null,
  organization_id  uuid references public.organizations (id) on delete cascade,
  requested_by     uuid not null,
  requested_as     text not null constraint door_holds_requested_as check (length(requested_as) <= 400),
  reason           text not null constraint door_holds_reason check (length(reason) between 3 and 200),
  created_at       timestamptz not null default now(),
  until            timestamptz not null,
  sent_at          timestamptz,
  applied_at       timestamptz,
  ended_at         timestamptz,
  ended_by         uuid,
  end_cause        text constraint door_holds_end_cause check (end_cause in ('until', 'released', 'withdrawn')),
  end_confirmed_at timestamptz,
  end_request_id   uuid,
  unique (requested_by, request_id),
  constraint door_holds_until check (until > created_at and until <= created_at + interval '12 hours'),
  constraint door_holds_ended check ((ended_at is null) = (end_cause is null)),
  constraint door_holds_confirmed check (end_confirmed_at is null or ended_at is not null),
  constraint door_holds_end_request_id_key unique (ended_by, end_request_id)
);
create unique index door_holds_one on public.door_holds (access_point_id) where ended_at is null;
create index door_holds_open on public.door_holds (access_point_id) where end_confirmed_at is null;
create index door_holds_organization on public.door_holds (organization_id) where organization_id is not null;
create index door_holds_created on public.door_holds (created_at);
alter table public.door_holds enable row level security, force row level security;
comment on table public.door_holds is 'Doors held unlocked from the portal until a time.';
comment on column public.door_holds.sent_at is 'Just before the device was first asked to unlock: from this time the door must be locked again, whatever the device answers.';
comment on column public.door_holds.applied_at is 'First reading that showed the door unlocked.';
comment on column public.door_holds.end_confirmed_at is 'Reading that showed the door locked again, or left to the unit''s own hours, which hold it unlocked.';
comment on column public.door_holds.end_request_id is 'Chosen by the page, so that the same press to lock, sent twice, counts once.';
