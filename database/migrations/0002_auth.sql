-- Accounts, sessions and keys: the data of /auth/v1. Only portal_auth reads and writes it. portal_engine reads which accounts and sessions
-- exist, never a secret, and changes accounts through functions of portal_auth (auth/accounts.function.sql). In this way the administration
-- creates an account, its profile and its audit row in one transaction. No portal role sees the schema.

create table auth.users (
  id                   uuid primary key default gen_random_uuid(),
  email                text not null check (char_length(email) between 3 and 255),
  email_normalised     text not null generated always as (auth.normalise_email(email)) stored,
  password_hash   text check (password_hash like '$argon2id$%'),
  must_change_password boolean not null default false,
  password_changed_at  timestamptz,
  email_confirmed_at   timestamptz,
  banned_until         timestamptz,
  last_sign_in_at      timestamptz,
  raw_user_meta_data   jsonb not null default '{}' check (jsonb_typeof(raw_user_meta_data) = 'object'),
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  deleted_at           timestamptz,
  email_change         text check (char_length(email_change) between 3 and 255),
  email_change_sent_at timestamptz,
  constraint users_raw_user_meta_data_size check (octet_length(raw_user_meta_data::text) <= 65536)
);
create unique index users_email_normalised_key on auth.users (email_normalised);
alter table auth.users enable row level security, force row level security;
comment on table auth.users is 'Accounts of administrators. End users have none.';
comment on column auth.users.email_normalised is 'NFKC, lower case: one spelling per address.';
comment on column auth.users.password_hash is 'An argon2id hash in PHC format. Null: no password (invited, or OpenID Connect only).';
comment on column auth.users.raw_user_meta_data is 'Data that the account stores itself. It is in every access token, so bound_user_data limits its size.';
comment on column auth.users.email_change is 'Address that waits for confirmation. Stored even if another account has it, so that callers cannot tell.';

create table auth.sessions (
  id             uuid primary key default gen_random_uuid(),
  user_id        uuid not null references auth.users (id) on delete cascade,
  aal            text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  amr            jsonb not null default '[]' check (jsonb_typeof(amr) = 'array'),
  created_at     timestamptz not null default now(),
  refreshed_at   timestamptz not null default now(),
  not_after      timestamptz not null,
  revoked_at     timestamptz,
  revoked_reason text,
  restored_to    timestamptz,
  user_agent     text check (char_length(user_agent) <= 400),
  ip             inet,
  check ((revoked_at is null) = (revoked_reason is null)),
  constraint sessions_amr_size check (octet_length(amr::text) <= 16384)
);
create index sessions_user_id_idx on auth.sessions (user_id);
-- A recent sign-in from an address decides which quota of attempts the address may use.
create index sessions_ip_idx on auth.sessions (ip, created_at);
create index sessions_not_after_idx on auth.sessions (not_after);
create index sessions_revoked_at_idx on auth.sessions (revoked_at) where revoked_at is not null;
alter table auth.sessions enable row level security, force row level security;
comment on table auth.sessions is 'Sign-ins, from the first token to the last.';
comment on column auth.sessions.amr is 'How the person signed in: [{"method": "password", "timestamp": seconds}], oldest first.';
comment on column auth.sessions.not_after is 'Absolute end of the session. No refresh moves it.';
comment on column auth.sessions.restored_to is 'Time of the back-up whose restore ended the session; its unused refresh token is answered with it.';

create table auth.refresh_tokens (
  token_hash  bytea primary key check (octet_length(token_hash) = 32),
  session_id  uuid not null references auth.sessions (id) on delete cascade,
  parent_hash bytea,
  created_at  timestamptz not null default now(),
  used_at     timestamptz,
  replaced_by bytea,
  child_salt  bytea,
  superseded  boolean not null default false,
  check ((used_at is null) = (replaced_by is null)),
  constraint refresh_tokens_child_salt_size check (octet_length(child_salt) <= 128),
  constraint refresh_tokens_parent_hash_size check (octet_length(parent_hash) <= 128)
);
create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
-- A session has exactly one unused token, so two live descendants cannot exist.
create unique index refresh_tokens_one_unused_key on auth.refresh_tokens (session_id) where used_at is null;
alter table auth.refresh_tokens enable row level security, force row level security;
comment on table auth.refresh_tokens is 'Refresh tokens, as SHA-256 only. Rows live as long as their session, so that a very old token that is used again is recognised and ends it.';
comment on column auth.refresh_tokens.child_salt is 'The next token is HMAC(this token''s text, salt): a repeat within the grace period gets the same child, and a stolen database yields no token. Emptied when the child is used.';
comment on column auth.refresh_tokens.superseded is 'A second factor replaced the token: its repeat within the grace period is refused without ending the session.';

create table auth.signing_keys (
  kid                text primary key check (char_length(kid) between 1 and 64),
  algorithm          text not null default 'ES256' check (algorithm = 'ES256'),
  public_jwk         jsonb not null check (not public_jwk ? 'd'),
  encrypted_private_key text not null check (encrypted_private_key !~ '[{}"]'),
  created_at         timestamptz not null default now(),
  retired_at         timestamptz,
  constraint signing_keys_public_jwk_size check (octet_length(public_jwk::text) <= 16384),
  constraint signing_keys_encrypted_private_key_size check (length(encrypted_private_key) <= 16384)
);
alter table auth.signing_keys enable row level security, force row level security;
comment on table auth.signing_keys is 'Keys that sign access tokens.';
comment on column auth.signing_keys.encrypted_private_key is 'Encrypted with the server''s key ring. The check refuses a bare JWK.';
comment on column auth.signing_keys.retired_at is 'From this time the key signs nothing. It stays published until every token that it signed has ended.';

create table auth.tls_authorities (
  id                    uuid primary key default gen_random_uuid(),
  certificate           text not null constraint tls_authorities_certificate check (certificate like '-----BEGIN CERTIFICATE-----%' and length(certificate) <= 16384),
  encrypted_private_key text not null constraint tls_authorities_encrypted_private_key check (encrypted_private_key like 'p1:%' and encrypted_private_key !~ '[{}"]' and length(encrypted_private_key) <= 16384),
  created_at            timestamptz not null default now(),
  expires_at            timestamptz not null
);
alter table auth.tls_authorities enable row level security, force row level security;
comment on table auth.tls_authorities is 'Certificate authority of the installation (TLS=internal). All servers share the newest row; each makes its own certificate with it.';
comment on column auth.tls_authorities.certificate is 'PEM. Public: people install it on their devices.';
comment on column auth.tls_authorities.encrypted_private_key is 'Encrypted with the server''s key ring, bound to the row.';
comment on column auth.tls_authorities.expires_at is 'End of the certificate. Another authority is made before it.';

create table auth.rate_limits (
  key        text primary key check (char_length(key) <= 200),
  taken      timestamptz[] not null,
  expires_at timestamptz not null
) with (fillfactor = 70);
create index rate_limits_expires_at_idx on auth.rate_limits (expires_at);
alter table auth.rate_limits enable row level security, force row level security;
comment on table auth.rate_limits is 'Sliding windows of attempts, one row per key, read and written by one upsert.';
comment on column auth.rate_limits.taken is 'Times of the limited action, newest last.';

create table auth.one_time_tokens (
  id                    uuid primary key default gen_random_uuid(),
  user_id               uuid not null references auth.users (id) on delete cascade,
  kind                  text not null check (kind in ('recovery', 'email_change', 'invitation', 'pkce_code', 'setup', 'reauthentication')),
  token_hash            bytea not null unique check (octet_length(token_hash) = 32),
  relates_to            text check (char_length(relates_to) <= 255),
  code_challenge        text check (char_length(code_challenge) <= 128),
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  redirect_to           text check (char_length(redirect_to) <= 2000),
  created_at            timestamptz not null default now(),
  expires_at            timestamptz not null,
  used_at               timestamptz,
  parent_id             uuid references auth.one_time_tokens (id) on delete cascade,
  payload               jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  constraint one_time_tokens_payload_size check (octet_length(payload::text) <= 65536)
);
create index one_time_tokens_user_id_idx on auth.one_time_tokens (user_id);
create index one_time_tokens_expires_at_idx on auth.one_time_tokens (expires_at);
create index one_time_tokens_parent_id_idx on auth.one_time_tokens (parent_id);
alter table auth.one_time_tokens enable row level security, force row level security;
comment on table auth.one_time_tokens is 'Recovery links, email changes, invitations, codes by mail and PKCE codes.';
comment on column auth.one_time_tokens.parent_id is 'The link behind a code: redeeming the code uses up its link.';
comment on column auth.one_time_tokens.payload is 'Effects besides signing in: how the person signed in, and an identity to link.';

create table auth.link_requests (
  id             uuid primary key default gen_random_uuid(),
  kind           text not null check (kind in ('recovery', 'email_change')),
  email          text not null check (char_length(email) <= 255),
  user_id        uuid references auth.users (id) on delete cascade,
  code_challenge text check (char_length(code_challenge) <= 128),
  redirect_to    text not null check (char_length(redirect_to) <= 2000),
  created_at     timestamptz not null default now(),
  check ((kind = 'email_change') = (user_id is not null))
);
create index link_requests_created_at_idx on auth.link_requests (created_at);
create index link_requests_user_id_idx on auth.link_requests (user_id);
alter table auth.link_requests enable row level security, force row level security;
comment on table auth.link_requests is 'Requested links. Every address gets a row, known or not, so that both cost and answer the same; the account is looked up after the reply.';
comment on column auth.link_requests.user_id is 'Account whose address is to change.';

create table auth.identities (
  id              uuid primary key default gen_random_uuid(),
  user_id         uuid not null references auth.users (id) on delete cascade,
  provider        text not null check (char_length(provider) between 1 and 64),
  provider_id     text not null check (char_length(provider_id) between 1 and 255),
  identity_data   jsonb not null default '{}' check (jsonb_typeof(identity_data) = 'object'),
  last_sign_in_at timestamptz,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  unique (provider, provider_id),
  constraint identities_identity_data_size check (octet_length(identity_data::text) <= 32768)
);
create index identities_user_id_idx on auth.identities (user_id);
alter table auth.identities enable row level security, force row level security;
comment on table auth.identities is 'Identities at OpenID Connect providers, linked to accounts.';

create table auth.oidc_flows (
  state_hash     bytea primary key check (octet_length(state_hash) = 32),
  provider       text not null check (char_length(provider) between 1 and 64),
  encrypted_proof   text not null check (encrypted_proof !~ '[{}"]'),
  code_challenge text not null check (char_length(code_challenge) <= 128),
  redirect_to    text not null check (char_length(redirect_to) <= 2000),
  user_id        uuid references auth.users (id) on delete cascade,
  created_at     timestamptz not null default now(),
  expires_at     timestamptz not null,
  constraint oidc_flows_encrypted_proof_size check (length(encrypted_proof) <= 16384)
);
create index oidc_flows_user_id_idx on auth.oidc_flows (user_id);
create index oidc_flows_expires_at_idx on auth.oidc_flows (expires_at);
alter table auth.oidc_flows enable row level security, force row level security;
comment on table auth.oidc_flows is 'People who are signing in at an OpenID Connect provider.';
comment on column auth.oidc_flows.encrypted_proof is 'Encrypted nonce and code verifier for the provider.';
comment on column auth.oidc_flows.code_challenge is 'The challenge of the page that began.';
comment on column auth.oidc_flows.user_id is 'Set when a signed-in person links an identity.';

create table auth.mfa_factors (
  id                  uuid primary key default gen_random_uuid(),
  user_id             uuid not null references auth.users (id) on delete cascade,
  friendly_name       text check (char_length(friendly_name) <= 100),
  factor_type         text not null check (factor_type in ('totp', 'phone', 'webauthn')),
  status              text not null default 'unverified' check (status in ('unverified', 'verified')),
  encrypted_secret       text check (encrypted_secret !~ '[{}"]'),
  phone               text check (char_length(phone) <= 32),
  webauthn_credential jsonb,
  last_step           bigint,
  last_challenged_at  timestamptz,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  constraint mfa_factors_encrypted_secret_size check (length(encrypted_secret) <= 4096),
  constraint mfa_factors_webauthn_credential_size check (octet_length(webauthn_credential::text) <= 65536)
);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index mfa_factors_friendly_name_key on auth.mfa_factors (user_id, friendly_name) where friendly_name <> '';
alter table auth.mfa_factors enable row level security, force row level security;
comment on table auth.mfa_factors is 'Second factors.';
comment on column auth.mfa_factors.encrypted_secret is 'Encrypted TOTP secret.';
comment on column auth.mfa_factors.last_step is 'Last accepted time step of a TOTP factor: a code works once.';

create table auth.mfa_challenges (
  id               uuid primary key default gen_random_uuid(),
  factor_id        uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at       timestamptz not null default now(),
  expires_at       timestamptz not null,
  verified_at      timestamptz,
  ip               inet,
  code_hash        bytea,
  webauthn_session jsonb,
  constraint mfa_challenges_code_hash_size check (octet_length(code_hash) <= 128),
  constraint mfa_challenges_webauthn_session_size check (octet_length(webauthn_session::text) <= 65536)
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_expires_at_idx on auth.mfa_challenges (expires_at);
alter table auth.mfa_challenges enable row level security, force row level security;
comment on table auth.mfa_challenges is 'Open questions for a second factor.';

create table auth.mfa_recovery_sets (
  id            uuid primary key default gen_random_uuid(),
  user_id       uuid not null unique references auth.users (id) on delete cascade,
  friendly_name text not null check (char_length(friendly_name) <= 100),
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
alter table auth.mfa_recovery_sets enable row level security, force row level security;
comment on table auth.mfa_recovery_sets is 'The recovery codes of an account: one set each.';

create table auth.mfa_recovery_codes (
  set_id    uuid not null references auth.mfa_recovery_sets (id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at   timestamptz,
  primary key (set_id, code_hash)
);
alter table auth.mfa_recovery_codes enable row level security, force row level security;
comment on table auth.mfa_recovery_codes is 'Recovery codes, as digests only. Each works once.';

create table public.mfa_requirements (
  id         uuid primary key default gen_random_uuid(),
  role       text not null unique constraint mfa_requirements_role check (role in ('system_admin', 'org_admin')),
  required   boolean not null default false,
  updated_at timestamptz not null default now()
);
-- Inserted before row security, which hides all rows from the owner.
insert into public.mfa_requirements (role) values ('system_admin'), ('org_admin');
alter table public.mfa_requirements enable row level security, force row level security;
comment on table public.mfa_requirements is 'Roles whose people must have a second factor, one row each. System admins change it.';
