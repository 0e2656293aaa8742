-- Organisations, controllers, doors, people, their credentials and what those are assigned to.
--
-- Who may read and write is in policies/, what a change sets going in triggers/. Here: shapes, walls and indexes.
-- Foreign keys that carry organization_id or controller_id are walls: a row cannot point into another organisation
-- or at another controller's door. There is one foreign key per pair of tables, so every embed is unambiguous.

-- Takes every policy and right off a table, so that its file in policies/ is the whole truth about it.
create function private.reset_rights(p_table regclass) returns void
  language plpgsql
  set search_path = ''
  as $$
  declare
    policy_name name;
  begin
    for policy_name in select polname from pg_catalog.pg_policy where polrelid = p_table loop
      execute format('drop policy %I on %s', policy_name, p_table);
    end loop;
    execute format('revoke all on %s from public, anon, system_admin, org_admin, portal_auth, portal_engine, portal_gate', p_table);
  end
  $$;

-- What a plate is compared by. contract/plate.ts has the same rule; a test compares the two.
-- NFKC, upper case, Cyrillic look-alikes folded (cameras read them), all but A–Z 0–9 and the Nordic letters deleted.
create function private.plate_key(p_plate text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return regexp_replace(
    translate(upper(normalize(p_plate, nfkc) collate "und-x-icu"), 'АВЕКМНОРСТУХ', 'ABEKMHOPCTYX'),
    '[^A-Z0-9ÅÄÖØÆÜ]', '', 'g');

-- What a name is searched by. By Unicode's rules, whatever the database's own locale is: "Å" must find "å".
create function private.search_key(p_text text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return lower(p_text collate "und-x-icu");

-- A sealed PIN: s1:<key id>:<hmac hex>[,<hmac hex>]:<nonce 12 · cipher · tag 16 in base64url>. The last part is 43, 44
-- or 46 characters for 4, 5 or 6 digits, so neither a plain PIN nor one of another length passes.
create function private.is_sealed_pin(p_text text) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
  return p_text ~ '^s1:[a-z0-9]{1,16}:[0-9a-f]{64}(,[0-9a-f]{64}){0,2}:([A-Za-z0-9_-]{43}|[A-Za-z0-9_-]{44}|[A-Za-z0-9_-]{46})$';

create function private.is_sealed_text(p_text text) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
  return length(p_text) <= 5000 and p_text ~ '^p1:[a-z0-9]{1,16}:[A-Za-z0-9_-]{38,}$';

create function private.sealed_pin_hmacs(p_text text) returns text[]
  language sql immutable strict parallel safe
  set search_path = ''
  return string_to_array(split_part(p_text, ':', 3), ',');

-- One dot a digit: the sealed bytes are the digits and 28 more.
create function private.sealed_pin_mask(p_text text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return repeat('•', length(split_part(p_text, ':', 4)) * 3 / 4 - 28);

-- Trimmed by whoever writes; a name of spaces, or with a line break that would split a CSV line, is refused here.
create function private.is_name(p_text text) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
  return length(p_text) <= 100 and btrim(p_text) <> '' and p_text !~ '[\x01-\x1f\x7f]';

-- Used by generated columns and checks, which run as whoever writes. They tell nothing, so they are everybody's.
grant execute on function private.plate_key(text), private.search_key(text), private.is_sealed_pin(text),
  private.is_sealed_text(text), private.sealed_pin_hmacs(text), private.sealed_pin_mask(text), private.is_name(text) to public;

create table public.organizations (
  id          uuid primary key default gen_random_uuid(),
  name        text not null constraint organizations_name check (private.is_name(name)),
  description text constraint organizations_description check (length(description) <= 1000),
  created_at  timestamptz not null default now()
);
create index organizations_newest on public.organizations (created_at desc, id);

create table public.profiles (
  id         uuid primary key references auth.users (id) on delete cascade,
  first_name text not null constraint profiles_first_name check (private.is_name(first_name)),
  last_name  text not null constraint profiles_last_name check (private.is_name(last_name)),
  email      text not null constraint profiles_email check (length(email) between 3 and 255)
);

create table public.user_roles (
  id              uuid primary key default gen_random_uuid(),
  user_id         uuid not null unique references public.profiles (id) on delete cascade,
  role            text not null constraint user_roles_role check (role in ('system_admin', 'org_admin')),
  organization_id uuid references public.organizations (id),
  created_at      timestamptz not null default now(),
  constraint user_roles_organization check ((role = 'org_admin') = (organization_id is not null))
);
create index user_roles_organization on public.user_roles (organization_id, created_at desc);
create index user_roles_role on public.user_roles (role, created_at desc);

create table public.controllers (
  id                 uuid primary key default gen_random_uuid(),
  name               text not null constraint controllers_name check (private.is_name(name)),
  device_type        text not null constraint controllers_device_type check (device_type in ('axis', 'axxon_lpr')),
  -- A host, or a URL with a path prefix. Which addresses may be called at all is the server's to check, at each call.
  device_ip          text not null constraint controllers_device_ip check (btrim(device_ip) <> '' and length(device_ip) <= 255),
  device_port        integer default 443 constraint controllers_device_port check (device_port between 1 and 65535),
  username           text constraint controllers_username check (btrim(username) <> '' and length(username) <= 255),
  password_encrypted text constraint controllers_password_encrypted check (private.is_sealed_text(password_encrypted)),
  password_mask      text generated always as (case when password_encrypted is null then null else '********' end) stored,
  enabled            boolean not null default true,
  macro_id           text constraint controllers_macro_id check (length(macro_id) <= 255),
  last_sync          timestamptz,
  -- Who registered it. Gives nobody access: organization_controllers does.
  organization_id    uuid not null references public.organizations (id),
  created_at         timestamptz not null default now(),
  -- The gate's own pair for the webhook: digest to compare with, sealed text to show again.
  webhook_user       text constraint controllers_webhook_user check (length(webhook_user) between 1 and 100),
  webhook_hash       text constraint controllers_webhook_hash check (webhook_hash ~ '^[0-9a-f]{64}$'),
  webhook_secret     text constraint controllers_webhook_secret check (private.is_sealed_text(webhook_secret)),
  -- Pinned at the first contact; another certificate or serial stops the lane.
  cert_sha256        text constraint controllers_cert_sha256 check (cert_sha256 ~ '^[0-9a-f]{64}$'),
  serial             text constraint controllers_serial check (length(serial) <= 100),
  -- A system admin saved a plain-HTTP address. Never honoured for Axis, so never stored there.
  allow_plain_http   boolean not null default false,
  -- The LPR server keeps plate lists of its own, so plates are carried to it as PINs are to a door controller.
  list_sync          boolean not null default false,
  constraint controllers_plain_http check (device_type = 'axxon_lpr' or not allow_plain_http),
  constraint controllers_list_sync check (device_type = 'axxon_lpr' or not list_sync)
);
create index controllers_newest on public.controllers (created_at desc, id);
create index controllers_name on public.controllers (name);
create index controllers_organization on public.controllers (organization_id);
create unique index controllers_webhook_user_key on public.controllers (webhook_user);

create table public.access_points (
  id                   uuid primary key default gen_random_uuid(),
  controller_id        uuid not null references public.controllers (id) on delete cascade,
  name                 text not null constraint access_points_name check (private.is_name(name)),
  door_name            text constraint access_points_door_name check (length(door_name) <= 100),
  description          text constraint access_points_description check (length(description) <= 1000),
  enabled              boolean not null default true,
  last_synced          timestamptz,
  -- Our access profile for this door on the device; null until the first sync.
  access_profile_token text constraint access_points_profile_token check (length(access_profile_token) between 1 and 255),
  device_door_token    text constraint access_points_door_token check (length(device_door_token) between 1 and 255),
  -- Since when the device no longer lists the door. The row stays: people are assigned to it.
  missing_since        timestamptz,
  pin_min              smallint,
  pin_max              smallint,
  -- False when the door's readers also want a card, so a PIN alone never opens it; null = not told.
  pin_only_ok          boolean,
  unique (controller_id, id),
  unique (controller_id, device_door_token)
);
create index access_points_controller_name on public.access_points (controller_id, name);

create table public.organization_controllers (
  organization_id uuid not null references public.organizations (id) on delete cascade,
  controller_id   uuid not null references public.controllers (id) on delete cascade,
  primary key (organization_id, controller_id)
);
create index organization_controllers_controller on public.organization_controllers (controller_id);

create table public.organization_access_points (
  organization_id uuid not null,
  access_point_id uuid not null,
  -- Filled from the door by trigger.
  controller_id   uuid not null,
  primary key (organization_id, access_point_id),
  foreign key (organization_id, controller_id)
    references public.organization_controllers (organization_id, controller_id) on delete cascade,
  foreign key (controller_id, access_point_id) references public.access_points (controller_id, id) on delete cascade
);
create index organization_access_points_controller on public.organization_access_points (organization_id, controller_id);
create index organization_access_points_access_point on public.organization_access_points (controller_id, access_point_id);

create table public.end_users (
  id              uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id),
  first_name      text not null constraint end_users_first_name check (private.is_name(first_name)),
  last_name       text not null constraint end_users_last_name check (private.is_name(last_name)),
  created_at      timestamptz not null default now(),
  -- Moves with every save, so that a form can tell that somebody else was faster.
  updated_at      timestamptz not null default now(),
  search          text not null generated always as (private.search_key(first_name || ' ' || last_name)) stored,
  unique (organization_id, id)
);
create index end_users_organization_newest on public.end_users (organization_id, created_at desc, id);
create index end_users_newest on public.end_users (created_at desc, id);
create index end_users_search on public.end_users using gin (search gin_trgm_ops);

create table public.credentials (
  id               uuid primary key default gen_random_uuid(),
  -- Filled from the person by trigger; the composite key below keeps it true.
  organization_id  uuid not null,
  end_user_id      uuid not null,
  credential_type  text not null constraint credentials_type check (credential_type in ('pin', 'license_plate')),
  -- A plate as typed, or a sealed PIN. Portal roles may write it and never read it: they read display_value.
  credential_value text not null,
  vehicle_type     text constraint credentials_vehicle_type check (btrim(vehicle_type) <> '' and length(vehicle_type) <= 100),
  validity_period  text constraint credentials_validity_period
                     check (validity_period in ('1_day', '1_week', '1_month', '3_months', '6_months', '12_months')),
  valid_from       timestamptz not null default now(),
  valid_to         timestamptz,
  enabled          boolean not null default true,
  axxon_vehicle_id text constraint credentials_axxon_vehicle_id check (length(axxon_vehicle_id) <= 255),
  -- "The oldest credential of each type" is what a save edits.
  created_at       timestamptz not null default now(),
  display_value    text not null generated always as (
                     case when credential_type = 'pin' then private.sealed_pin_mask(credential_value) else credential_value end) stored,
  pin_hmacs        text[] generated always as (
                     case when credential_type = 'pin' then private.sealed_pin_hmacs(credential_value) end) stored,
  plate_key        text generated always as (
                     case when credential_type = 'license_plate' then private.plate_key(credential_value) end) stored,
  -- Search tokens of every 1–6 digit substring of the PIN, 16 hex characters each, keyed per organisation. Written by
  -- the server together with the PIN, since the key is not in the database. text and not bigint: the tokens travel
  -- through JSON, where a bigint would be rounded.
  pin_grams        text[],
  unique (organization_id, id),
  foreign key (organization_id, end_user_id) references public.end_users (organization_id, id) on delete cascade,
  constraint credentials_window check (valid_to > valid_from),
  constraint credentials_pin_is_sealed check (credential_type <> 'pin' or private.is_sealed_pin(credential_value)),
  -- 2–12 is what a camera's reading is accepted by (contract/plate.ts).
  constraint credentials_plate check (credential_type <> 'license_plate'
    or (length(credential_value) <= 20 and length(private.plate_key(credential_value)) between 2 and 12
        and credential_value !~ '[\x01-\x1f\x7f]')),
  constraint credentials_pin_grams check (pin_grams is null or (credential_type = 'pin' and cardinality(pin_grams) <= 63)),
  constraint credentials_vehicle_fields check (credential_type = 'license_plate' or (vehicle_type is null and axxon_vehicle_id is null))
);
create index credentials_end_user on public.credentials (organization_id, end_user_id);
-- The embed under a person asks by the person alone.
create index credentials_end_user_id on public.credentials (end_user_id, credential_type);
create index credentials_plate_key on public.credentials (plate_key) where plate_key is not null;
create index credentials_plate_search on public.credentials using gin (plate_key gin_trgm_ops) where plate_key is not null;
create index credentials_pin_grams on public.credentials using gin (pin_grams) where pin_grams is not null;
create index credentials_active on public.credentials (organization_id, valid_to) where enabled;

create table public.controller_assignments (
  id                    uuid primary key default gen_random_uuid(),
  -- Filled from the credential by trigger.
  organization_id       uuid not null,
  credential_id         uuid not null,
  controller_id         uuid not null references public.controllers (id),
  -- A door; null at a gate.
  access_point_id       uuid,
  -- What the lane wrote on the device. A caller's own values are not believed (triggers/walls.sql).
  axis_user_token       text,
  axis_credential_token text,
  created_at            timestamptz not null default now(),
  unique nulls not distinct (credential_id, controller_id, access_point_id),
  foreign key (organization_id, credential_id) references public.credentials (organization_id, id) on delete cascade,
  foreign key (controller_id, access_point_id) references public.access_points (controller_id, id)
);
create index controller_assignments_credential on public.controller_assignments (organization_id, credential_id);
create index controller_assignments_controller on public.controller_assignments (controller_id, access_point_id);

create table public.weekly_codes (
  id          uuid primary key default gen_random_uuid(),
  code        text not null constraint weekly_codes_code_is_sealed check (private.is_sealed_pin(code)),
  code_mask   text not null generated always as (private.sealed_pin_mask(code)) stored,
  pin_hmacs   text[] not null generated always as (private.sealed_pin_hmacs(code)) stored,
  week_number smallint not null constraint weekly_codes_week_number check (week_number between 1 and 53),
  year        smallint not null constraint weekly_codes_year check (year between 2000 and 2200),
  valid_from  timestamptz not null,
  valid_to    timestamptz not null,
  created_at  timestamptz not null default now(),
  constraint weekly_codes_window check (valid_to > valid_from)
);
create index weekly_codes_week on public.weekly_codes (year, week_number);
create index weekly_codes_valid_to on public.weekly_codes (valid_to);

create table public.weekly_code_assignments (
  weekly_code_id uuid not null references public.weekly_codes (id) on delete cascade,
  controller_id  uuid not null references public.controllers (id),
  primary key (weekly_code_id, controller_id)
);
create index weekly_code_assignments_controller on public.weekly_code_assignments (controller_id);

-- People made in the controller-users dialog or through axis-proxy. They belong to one controller and to no organisation.
create table public.controller_users (
  id               uuid primary key default gen_random_uuid(),
  controller_id    uuid not null references public.controllers (id),
  first_name       text not null constraint controller_users_first_name check (private.is_name(first_name)),
  last_name        text not null constraint controller_users_last_name check (private.is_name(last_name)),
  -- Null while only the person has been made (CREATE_USER before SET_CREDENTIAL).
  pin              text constraint controller_users_pin_is_sealed check (private.is_sealed_pin(pin)),
  pin_mask         text generated always as (private.sealed_pin_mask(pin)) stored,
  pin_hmacs        text[] generated always as (private.sealed_pin_hmacs(pin)) stored,
  valid_from       timestamptz,
  valid_to         timestamptz,
  enabled          boolean not null default true,
  -- An access profile of the device ("Webbportal"), and doors of ours; the holder gets both.
  group_token      text constraint controller_users_group_token check (length(group_token) between 1 and 255),
  access_point_ids uuid[] not null default '{}',
  -- Objects that were on the device before and are now looked after by us; null = tokens made from the id.
  user_token       text constraint controller_users_user_token check (length(user_token) between 1 and 255),
  credential_token text constraint controller_users_credential_token check (length(credential_token) between 1 and 255),
  created_at       timestamptz not null default now(),
  constraint controller_users_window check (valid_to > valid_from)
);
create index controller_users_controller on public.controller_users (controller_id, last_name, first_name);
create unique index controller_users_user_token_key on public.controller_users (controller_id, user_token);
create unique index controller_users_credential_token_key on public.controller_users (controller_id, credential_token);
