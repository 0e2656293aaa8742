-- People, their credentials, the doors and gates assigned to them, and the PINs that are taken.

create table public.end_users (
  id              uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id),
  first_name      text not null constraint end_users_first_name check (private.is_name(first_name)),
  last_name       text not null constraint end_users_last_name check (private.is_name(last_name)),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  search          text not null generated always as (private.search_key(first_name || ' ' || last_name)) stored,
  import_id       uuid,
  import_digest   text constraint end_users_import_digest check (import_digest ~ '^[0-9a-f]{64}$'),
  email           text constraint end_users_email check (length(email) between 3 and 255 and email ~
                    '^[^@[:space:][:cntrl:]<>,;"]+@[^@[:space:][:cntrl:]<>,;"]+$'),
  apartment       text constraint end_users_apartment check (length(apartment) <= 40 and btrim(apartment) <> '' and apartment !~ '[\x01-\x1f\x7f]'),
  phone           text constraint end_users_phone check (length(phone) <= 40 and phone ~ '^[0-9+() ./-]+$' and phone ~ '[0-9]'),
  note            text constraint end_users_note check (length(note) <= 500 and btrim(note, E' \n') <> '' and note !~ '[\x01-\x09\x0b-\x1f\x7f]'),
  search_extra    text generated always as (private.search_key(case when coalesce(apartment, phone) is not null then
                    coalesce(apartment, '') || ' ' || coalesce(private.phone_key(phone), '') end)) stored,
  unique (organization_id, id)
);
create index end_users_organization_newest on public.end_users (organization_id, created_at desc, id);
create index end_users_newest on public.end_users (created_at desc, id);
create index end_users_search on public.end_users using gin (search gin_trgm_ops);
create index end_users_search_extra on public.end_users using gin (search_extra gin_trgm_ops) where search_extra is not null;
-- The search reads people in these orders, with Swedish collation whatever the database's locale.
create index end_users_name on public.end_users (search collate "sv-SE-x-icu", id);
create index end_users_organization_name on public.end_users (organization_id, search collate "sv-SE-x-icu", id);
create index end_users_import on public.end_users (import_id, created_at) where import_id is not null;
alter table public.end_users enable row level security, force row level security;
comment on table public.end_users is 'People who open doors and gates. They have no account.';
comment on column public.end_users.updated_at is 'Changes with every save, so that a form can tell that somebody else has saved.';
comment on column public.end_users.import_id is 'The import of people or vehicles that created the person. It can be undone only while import_digest still matches.';
comment on column public.end_users.email is 'Address for mailing a code. Nobody signs in with it.';
comment on column public.end_users.apartment is 'Apartment or object number.';
comment on column public.end_users.phone is 'The number as typed. private.phone_key gives the key that is compared.';
comment on column public.end_users.note is 'For administrators. May hold personal data: the event log says only that it changed.';
comment on column public.end_users.search_extra is 'Further words by which the list of people finds the person; the log searches names only. Null: none.';

create table public.credentials (
  id               uuid primary key default gen_random_uuid(),
  organization_id  uuid not null,
  end_user_id      uuid not null,
  credential_type  text not null constraint credentials_type check (credential_type in ('pin', 'license_plate')),
  credential_value text not null,
  vehicle_type     text constraint credentials_vehicle_type check (btrim(vehicle_type) <> '' and length(vehicle_type) <= 100),
  validity_period  text constraint credentials_validity_period check (validity_period in ('1_day', '1_week', '1_month', '3_months', '6_months',
                     '12_months', 'custom')),
  valid_from       timestamptz not null default now(),
  valid_to         timestamptz,
  enabled          boolean not null default true,
  axxon_vehicle_id text constraint credentials_axxon_vehicle_id check (length(axxon_vehicle_id) <= 255),
  created_at       timestamptz not null default now(),
  display_value    text not null generated always as (case when credential_type =
                     'pin' then private.encrypted_pin_mask(credential_value) else credential_value end) stored,
  pin_hmacs        text[] generated always as (case when credential_type = 'pin' then private.encrypted_pin_hmacs(credential_value) end) stored,
  plate_key        text generated always as (case when credential_type = 'license_plate' then private.plate_key(credential_value) end) stored,
  pin_grams        text[],
  unique (organization_id, id),
  foreign key (organization_id, end_user_id) references public.end_users (organization_id, id) on delete cascade,
  constraint credentials_window check (valid_to > valid_from),
  constraint credentials_pin_is_encrypted check (credential_type <> 'pin' or private.is_encrypted_pin(credential_value)),
  constraint credentials_pin_grams check (pin_grams is null or (credential_type = 'pin' and cardinality(pin_grams) <= 63)),
  constraint credentials_vehicle_fields check (credential_type = 'license_plate' or (vehicle_type is null and axxon_vehicle_id is null)),
  constraint credentials_credential_value_size check (length(credential_value) <= 1000),
  constraint credentials_pin_grams_size check (octet_length(pin_grams::text) <= 4096),
  constraint credentials_own_end check (validity_period <> 'custom' or valid_to is not null),
  constraint credentials_valid_from_years check (private.is_bounded_time(valid_from)),
  constraint credentials_valid_to_years check (private.is_bounded_time(valid_to)),
  -- require_plate (people/credentials.trigger.sql) decides on writing which texts may be stored as a plate.
  constraint credentials_plate_size check (credential_type <> 'license_plate' or (length(credential_value) <= 20 and credential_value !~
    '[\x01-\x1f\x7f]'))
);
create index credentials_end_user on public.credentials (organization_id, end_user_id);
-- The embed of a person's credentials filters by the person alone.
create index credentials_end_user_id on public.credentials (end_user_id, credential_type);
create index credentials_plate_key on public.credentials (plate_key) where plate_key is not null;
create index credentials_plate_search on public.credentials using gin (plate_key gin_trgm_ops) where plate_key is not null;
create index credentials_pin_grams on public.credentials using gin (pin_grams) where pin_grams is not null;
create index credentials_active on public.credentials (organization_id, valid_to) where enabled;
-- Credentials without an end sort after all that end.
create index credentials_end on public.credentials ((coalesce(valid_to, 'infinity')), id);
create index credentials_organization_end on public.credentials (organization_id, (coalesce(valid_to, 'infinity')), id);
-- Plates by shape: the whole plate, and the plate without its first or last character. contract/near-plate.ts has the same two
-- texts, and the search repeats these expressions.
create index credentials_plate_shape on public.credentials (translate(plate_key, 'ODQIZSGB3YNÅÄÆÖØÜ', '000125688VMAAA00U'))
  where plate_key is not null;
create index credentials_plate_shape_less_first on public.credentials (substr(translate(plate_key, 'ODQIZSGB3YNÅÄÆÖØÜ', '000125688VMAAA00U'), 2))
  where plate_key is not null;
create index credentials_plate_shape_less_last on public.credentials (left(translate(plate_key, 'ODQIZSGB3YNÅÄÆÖØÜ', '000125688VMAAA00U'), -1))
  where plate_key is not null;
-- The few plates that may need correction (people/plates-to-correct.function.sql).
create index credentials_plates_to_correct on public.credentials (organization_id, id) where credential_type = 'license_plate' and
  (not private.is_plate(display_value) or display_value ~ '[^ -~ÅÄÖÆØÜåäöæøü]');
alter table public.credentials enable row level security, force row level security;
comment on table public.credentials is 'PINs and number plates of people, with their validity.';
comment on column public.credentials.organization_id is 'Filled from the person by a trigger; the composite key keeps the two equal.';
comment on column public.credentials.credential_value is 'A plate as typed, or an encrypted PIN. Portal roles may write it and never read it: they read display_value.';
comment on column public.credentials.validity_period is 'How valid_to was chosen; only valid_to has an effect.';
comment on column public.credentials.created_at is 'A save edits the oldest credential of each type.';
comment on column public.credentials.pin_hmacs is 'One per key of the key ring, so that equal PINs are found without decrypting.';
comment on column public.credentials.plate_key is 'The key by which plates are compared.';
comment on column public.credentials.pin_grams is 'Search tokens of every substring of 1 to 6 digits, 16 hex characters each, keyed per organisation. Only the server computes them, together with the statement that writes the PIN. Text, since JSON would round a bigint.';

create table public.installation_groups (
  id              uuid primary key default gen_random_uuid(),
  name            text not null constraint installation_groups_name check (private.is_name(name)),
  validity_period text not null default '12_months' constraint installation_groups_validity_period check (validity_period in ('1_day', '1_week',
                    '1_month', '3_months', '6_months', '12_months')),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
create unique index installation_groups_own_name on public.installation_groups (lower(name));
alter table public.installation_groups enable row level security, force row level security;
comment on table public.installation_groups is 'Groups that system admins keep for several organisations. Each organisation that is offered one of the doors or gates has a group of its own for it (access_groups.installation_group_id), with its own people and only its own places.';

create table public.installation_group_doors (
  id              uuid primary key default gen_random_uuid(),
  group_id        uuid not null references public.installation_groups (id) on delete cascade,
  controller_id   uuid not null references public.controllers (id) on delete cascade,
  access_point_id uuid,
  schedule_id     uuid constraint installation_group_doors_schedule references public.schedules (id),
  unique nulls not distinct (group_id, controller_id, access_point_id),
  foreign key (controller_id, access_point_id) references public.access_points (controller_id, id) on delete cascade
);
create index installation_group_doors_controller on public.installation_group_doors (controller_id, access_point_id);
create index installation_group_doors_schedule_key on public.installation_group_doors (schedule_id) where schedule_id is not null;
alter table public.installation_group_doors enable row level security, force row level security;
comment on table public.installation_group_doors is 'Doors and gates of an installation''s group. private.offer_installation_groups gives each organisation those that it is offered.';
comment on column public.installation_group_doors.access_point_id is 'A door. Null for a gate.';
comment on column public.installation_group_doors.schedule_id is 'A schedule of the installation. Null: always.';

create table public.access_groups (
  id              uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete cascade,
  installation_group_id uuid references public.installation_groups (id),
  name            text not null constraint access_groups_name check (private.is_name(name)),
  validity_period text not null default '12_months' constraint access_groups_validity_period check (validity_period in ('1_day', '1_week',
                    '1_month', '3_months', '6_months', '12_months')),
  is_default      boolean not null default false,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  unique (organization_id, id)
);
create unique index access_groups_organization_name on public.access_groups (organization_id, lower(name)) where installation_group_id is null;
create unique index access_groups_installation on public.access_groups (installation_group_id, organization_id)
  where installation_group_id is not null;
create unique index access_groups_default on public.access_groups (organization_id) where is_default;
alter table public.access_groups enable row level security, force row level security;
comment on table public.access_groups is 'Groups of people with the same doors and gates, such as Boende. A change of a group changes the rights of its members.';
comment on column public.access_groups.validity_period is 'Proposed for the credentials of new members; stored ones keep theirs.';
comment on column public.access_groups.installation_group_id is 'The installation''s group that this is in the organisation. Its name, doors and gates follow it, and only its members are changed here. Null: the organisation''s own group.';
comment on column public.access_groups.is_default is 'Proposed for new people of the organisation, which has at most one such group. Only a call that names the group puts them in it.';

create table public.access_group_doors (
  group_id        uuid not null,
  organization_id uuid not null,
  controller_id   uuid not null references public.controllers (id),
  access_point_id uuid,
  schedule_id     uuid constraint access_group_doors_schedule references public.schedules (id),
  unique nulls not distinct (group_id, controller_id, access_point_id),
  foreign key (organization_id, group_id) references public.access_groups (organization_id, id) on delete cascade,
  foreign key (controller_id, access_point_id) references public.access_points (controller_id, id)
);
create index access_group_doors_controller on public.access_group_doors (controller_id, access_point_id);
create index access_group_doors_organization on public.access_group_doors (organization_id, controller_id);
create index access_group_doors_schedule_key on public.access_group_doors (schedule_id) where schedule_id is not null;
alter table public.access_group_doors enable row level security, force row level security;
comment on table public.access_group_doors is 'Doors and gates of a group. A place that is taken from the organisation stays here, without effect until it is offered again.';
comment on column public.access_group_doors.organization_id is 'The organisation of the group; the composite key keeps the two equal.';
comment on column public.access_group_doors.access_point_id is 'A door. Null for a gate.';
comment on column public.access_group_doors.schedule_id is 'The group has the place at these hours: a schedule of its organisation or of the installation. Null: always.';

create table public.access_group_members (
  id              uuid primary key default gen_random_uuid(),
  group_id        uuid not null,
  organization_id uuid not null,
  end_user_id     uuid not null,
  valid_from      timestamptz,
  valid_to        timestamptz,
  created_at      timestamptz not null default now(),
  unique (group_id, end_user_id),
  constraint access_group_members_window check (valid_to > valid_from),
  constraint access_group_members_valid_from_years check (private.is_bounded_time(valid_from)),
  constraint access_group_members_valid_to_years check (private.is_bounded_time(valid_to)),
  foreign key (organization_id, group_id) references public.access_groups (organization_id, id) on delete cascade,
  foreign key (organization_id, end_user_id) references public.end_users (organization_id, id) on delete cascade
);
create index access_group_members_person on public.access_group_members (end_user_id);
create index access_group_members_end on public.access_group_members (valid_to) where valid_to is not null;
create index access_group_members_organization on public.access_group_members (organization_id, end_user_id);
alter table public.access_group_members enable row level security, force row level security;
comment on table public.access_group_members is 'People in a group. Their rights are rows of access_group_rights (people/access-groups.trigger.sql).';
comment on column public.access_group_members.valid_from is 'The group gives no access before this time. Null: from the start.';
comment on column public.access_group_members.valid_to is 'The group gives no access from this time on, and the row is deleted within a minute (people/access-groups.function.sql). Null: no end.';
comment on column public.access_group_members.organization_id is 'The organisation of the group and of the person; the composite keys keep all three equal.';

create table public.controller_assignments (
  id                    uuid primary key default gen_random_uuid(),
  organization_id       uuid not null,
  credential_id         uuid not null,
  controller_id         uuid not null references public.controllers (id),
  access_point_id       uuid,
  axis_user_token       text,
  axis_credential_token text,
  created_at            timestamptz not null default now(),
  unique nulls not distinct (credential_id, controller_id, access_point_id),
  foreign key (organization_id, credential_id) references public.credentials (organization_id, id) on delete cascade,
  foreign key (controller_id, access_point_id) references public.access_points (controller_id, id),
  constraint controller_assignments_axis_credential_token_size check (length(axis_credential_token) <= 255),
  constraint controller_assignments_axis_user_token_size check (length(axis_user_token) <= 255)
);
create index controller_assignments_credential on public.controller_assignments (organization_id, credential_id);
create index controller_assignments_controller on public.controller_assignments (controller_id, access_point_id);
alter table public.controller_assignments enable row level security, force row level security;
comment on table public.controller_assignments is 'A credential at a door or gate.';
comment on column public.controller_assignments.organization_id is 'Filled from the credential by a trigger.';
comment on column public.controller_assignments.access_point_id is 'A door. Null for a gate.';
comment on column public.controller_assignments.axis_user_token is 'Written by the controller''s worker. Values of other callers are dropped (people/controller_assignments.trigger.sql).';

create table public.access_group_rights (
  organization_id uuid not null,
  credential_id   uuid not null,
  controller_id   uuid not null references public.controllers (id),
  access_point_id uuid,
  group_id        uuid not null,
  valid_from      timestamptz,
  valid_to        timestamptz,
  schedule_id     uuid,
  unique nulls not distinct (credential_id, controller_id, access_point_id, group_id),
  foreign key (organization_id, credential_id) references public.credentials (organization_id, id) on delete cascade,
  foreign key (organization_id, group_id) references public.access_groups (organization_id, id) on delete cascade,
  foreign key (controller_id, access_point_id) references public.access_points (controller_id, id)
);
create index access_group_rights_start on public.access_group_rights (valid_from) where valid_from is not null;
create index access_group_rights_credential on public.access_group_rights (organization_id, credential_id);
create index access_group_rights_controller on public.access_group_rights (controller_id, access_point_id);
create index access_group_rights_hours on public.access_group_rights (controller_id) where schedule_id is not null;
create index access_group_rights_group on public.access_group_rights (organization_id, group_id, controller_id);
alter table public.access_group_rights enable row level security, force row level security;
comment on table public.access_group_rights is 'A credential at a door or gate, given by a group. Kept by triggers, beside controller_assignments (docs/decisions/0061).';
comment on column public.access_group_rights.valid_from is 'Start of a membership that has not begun; null once it has begun.';
comment on column public.access_group_rights.valid_to is 'End of the membership. Null: no end.';
comment on column public.access_group_rights.schedule_id is 'The schedule of the access_group_doors row, which has the foreign key. Null: always.';
comment on column public.access_group_rights.organization_id is 'The organisation of the group and of the credential; the composite keys keep all three equal.';
comment on column public.access_group_rights.access_point_id is 'A door. Null for a gate.';

create table public.credential_versions (
  credential_id    uuid not null,
  since            timestamptz not null,
  enabled          boolean not null,
  valid_from       timestamptz,
  valid_to         timestamptz,
  access_point_ids uuid[] not null,
  controller_ids   uuid[] not null default '{}',
  direct_ids       uuid[] not null default '{}',
  group_ids        jsonb constraint credential_versions_group_ids_size check (octet_length(group_ids::text) <= 1048576),
  schedule_ids     jsonb constraint credential_versions_schedule_ids_size check (octet_length(schedule_ids::text) <= 1048576),
  coming           jsonb constraint credential_versions_coming_size check (octet_length(coming::text) <= 1048576),
  other_plate      boolean not null default false,
  pin_digits       smallint,
  pins_known_from  timestamptz,
  removed          boolean not null default false,
  primary key (credential_id, since)
);
create index credential_versions_since on public.credential_versions (since);
create index credential_versions_coming on public.credential_versions using gin (coming) where coming is not null;
alter table public.credential_versions enable row level security, force row level security;
comment on table public.credential_versions is 'Settings of a credential and their start, so that a refusal is explained by the settings of that second. A transaction leaves one version.';
comment on column public.credential_versions.access_point_ids is 'Doors assigned to the credential, whether or not the doors are enabled or linked.';
comment on column public.credential_versions.controller_ids is 'Gates assigned to the credential, whether or not the gates are linked.';
comment on column public.credential_versions.direct_ids is 'Those doors and gates that were given to the credential itself; groups gave the others (group_ids).';
comment on column public.credential_versions.group_ids is 'Groups by door or gate that they gave, also to memberships that had not begun. A PIN that waits, or that the reader does not take, gets nothing by a membership. Null: none.';
comment on column public.credential_versions.schedule_ids is 'Schedules by door or gate, where each right there has one: it is open when one of them is. Null: no such place.';
comment on column public.credential_versions.coming is 'Start of access by door or gate, for memberships that had not begun. Null: none.';
comment on column public.credential_versions.other_plate is 'The plate changed with this version: an earlier reading is no misreading of it.';
comment on column public.credential_versions.pin_digits is 'Length of the PIN. Null: not known, or a plate.';
comment on column public.credential_versions.pins_known_from is 'pin_digits of this version is known from this time. Null: from its beginning.';
comment on column public.credential_versions.removed is 'The last version of a credential, which was removed at this time.';

create table public.access_group_versions (
  group_id uuid not null,
  since    timestamptz not null,
  name     text not null constraint access_group_versions_name check (private.is_name(name)),
  places   jsonb not null constraint access_group_versions_places_size check (octet_length(places::text) <= 1048576),
  removed  boolean not null default false,
  primary key (group_id, since)
);
create index access_group_versions_since on public.access_group_versions (since);
alter table public.access_group_versions enable row level security, force row level security;
comment on table public.access_group_versions is 'Doors and gates of an access group and their start, so that a past time is judged by the group of that time. A transaction leaves one version.';
comment on column public.access_group_versions.places is 'Schedule by door or gate. Null: always.';
comment on column public.access_group_versions.removed is 'The last version of a group, which was removed at this time.';

create table public.membership_versions (
  group_id    uuid not null,
  end_user_id uuid not null,
  since       timestamptz not null,
  valid_from  timestamptz,
  valid_to    timestamptz,
  removed     boolean not null default false,
  primary key (group_id, end_user_id, since)
);
create index membership_versions_since on public.membership_versions (since);
create index membership_versions_person on public.membership_versions (end_user_id, since);
alter table public.membership_versions enable row level security, force row level security;
comment on table public.membership_versions is 'Membership of a person in an access group and its start, so that a past time is judged by the memberships of that time.';
comment on column public.membership_versions.removed is 'The membership ended at this time.';

create table public.removed_people (
  id              uuid primary key,
  organization_id uuid not null references public.organizations (id) on delete cascade,
  first_name      text not null constraint removed_people_first_name check (private.is_name(first_name)),
  last_name       text not null constraint removed_people_last_name check (private.is_name(last_name)),
  search          text not null generated always as (private.search_key(first_name || ' ' || last_name)) stored,
  removed_at      timestamptz not null default now()
);
create index removed_people_organization on public.removed_people (organization_id, removed_at);
create index removed_people_search on public.removed_people using gin (search gin_trgm_ops);
create index removed_people_removed on public.removed_people (removed_at);
alter table public.removed_people enable row level security, force row level security;
comment on table public.removed_people is 'Removed people whom the log still names, until its passages expire or they are erased.';

create table public.removed_credentials (
  id              uuid primary key,
  organization_id uuid not null references public.organizations (id) on delete cascade,
  end_user_id     uuid not null,
  credential_type text not null constraint removed_credentials_type check (credential_type in ('pin', 'license_plate')),
  removed_at      timestamptz not null default now()
);
create index removed_credentials_person on public.removed_credentials (end_user_id);
create index removed_credentials_organization on public.removed_credentials (organization_id);
create index removed_credentials_removed on public.removed_credentials (removed_at);
alter table public.removed_credentials enable row level security, force row level security;
comment on table public.removed_credentials is 'Removed credentials, by which the log still finds their person.';
comment on column public.removed_credentials.end_user_id is 'The person, in end_users or in removed_people.';

create table private.undoable_removals (
  id              uuid primary key,
  organization_id uuid not null references public.organizations (id) on delete cascade,
  removed_by      uuid not null,
  removed_at      timestamptz not null default clock_timestamp(),
  person          jsonb not null,
  credentials     jsonb not null,
  assignments     jsonb not null,
  aliases         jsonb not null,
  memberships     jsonb not null
);
create index undoable_removals_organization on private.undoable_removals (organization_id);
create index undoable_removals_removed on private.undoable_removals (removed_at);
comment on table private.undoable_removals is 'People removed within the last minute, whole, so that the same account can undo it. PINs stay encrypted.';
comment on column private.undoable_removals.id is 'The person.';

create table public.erasures (
  id              uuid primary key default gen_random_uuid(),
  organization_id uuid references public.organizations (id) on delete set null,
  end_user_id     uuid not null,
  source_ids      uuid[] not null,
  log_rows        integer not null,
  requested_by    uuid not null,
  requested_at    timestamptz not null default now()
);
create index erasures_organization on public.erasures (organization_id, requested_at desc);
alter table public.erasures enable row level security, force row level security;
comment on table public.erasures is 'Erasures at the request of a person, with their proof. No names: only the ids that receipts contain. Rows outlive the organisation.';
comment on column public.erasures.source_ids is 'Credential sources whose replicas devices held at that moment. Receipts with these ids confirm their removal.';

create table public.controller_pins (
  controller_id   uuid not null references public.controllers (id) on delete cascade,
  pin_hmac        text not null constraint controller_pins_hmac check (pin_hmac ~ '^[0-9a-f]{64}$'),
  source_id       uuid,
  organization_id uuid,
  primary key (controller_id, pin_hmac)
);
create index controller_pins_source on public.controller_pins (controller_id, source_id);
-- Used to tell whether the controller holds codes of other organisations.
create index controller_pins_organization on public.controller_pins (controller_id, organization_id);
alter table public.controller_pins enable row level security, force row level security;
comment on table public.controller_pins is 'PINs that are taken at a controller, as HMACs.';
comment on column public.controller_pins.source_id is 'Credential source of the PIN. Null: seen on the device, and not the portal''s.';
comment on column public.controller_pins.organization_id is 'Null for a weekly code, a controller user and a PIN that is not the portal''s.';

create unlogged table private.pin_claims (
  tx          xid8 not null default pg_current_xact_id(),
  source_kind text not null,
  controllers uuid[] not null,
  sources     uuid[] not null
);
create index pin_claims_tx on private.pin_claims (tx);
comment on table private.pin_claims is 'PINs that the transaction asks to reserve. A deferred trigger of the same transaction empties it, so the table is unlogged.';

create table private.pin_attempts (
  id              uuid primary key default gen_random_uuid(),
  quota_owner           uuid not null,
  organization_id uuid,
  rows            integer not null check (rows >= 0),
  reported            boolean not null default true,
  refused         boolean not null default false,
  at              timestamptz not null default clock_timestamp(),
  members         boolean not null default false
);
create index pin_attempts_quota_owner on private.pin_attempts (quota_owner, at);
create index pin_attempts_refused on private.pin_attempts (at) where refused;
comment on table private.pin_attempts is 'PINs that administrators typed, counted for a day against their quota (docs/decisions/0027).';
comment on column private.pin_attempts.quota_owner is 'The organisation, or a system admin''s account.';
comment on column private.pin_attempts.organization_id is 'Null for a system admin.';
comment on column private.pin_attempts.reported is 'The answer was, or may have been, "taken". True until the reservation is committed.';
comment on column private.pin_attempts.members is 'PINs of private.pin_checks, which have a quota of their own.';
comment on column private.pin_attempts.refused is 'The quota was reached: rows = 0, at most one an hour, for the alert.';

create table private.pin_checks (
  credential_id   uuid not null references public.credentials (id) on delete cascade,
  controller_id   uuid not null references public.controllers (id) on delete cascade,
  organization_id uuid not null,
  since           timestamptz not null default clock_timestamp(),
  taken           boolean not null default false,
  primary key (credential_id, controller_id)
);
create index pin_checks_waiting on private.pin_checks (organization_id, since) where not taken;
create index pin_checks_controller on private.pin_checks (controller_id);
comment on table private.pin_checks is 'PINs of members of groups that wait until they are compared with others'' at a shared controller (docs/decisions/0062). Until then they open nothing there.';
comment on column private.pin_checks.taken is 'The PIN was compared and charged: somebody else has it at the controller.';

create table private.pin_offers (
  id          uuid primary key default gen_random_uuid(),
  quota_owner       uuid not null,
  pin_hmacs   text[] not null,
  at          timestamptz not null default clock_timestamp(),
  controllers uuid[] not null default '{}'
);
create index pin_offers_quota_owner on private.pin_offers (quota_owner, at);
comment on table private.pin_offers is 'PINs that the portal proposed: saving one of them within the hour uses no quota.';
comment on column private.pin_offers.controllers is 'Controllers that the proposal was made for.';
