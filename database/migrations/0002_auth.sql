-- Accounts, sessions and keys: everything that /auth/v1 keeps.
--
-- Only portal_auth reads and writes here. portal_engine reads who exists and which sessions live (never a
-- password hash, a token hash or a key) and changes accounts through the functions at the end, which run as
-- portal_auth: so that the administration can create an account, its profile and its audit row in one
-- transaction without ever being able to read a secret. No portal role (anon, system_admin, org_admin) sees the schema.

create schema auth authorization portal_owner;
grant usage on schema auth to portal_auth, portal_engine;

revoke all on schema auth from public;

-- One spelling per address: NFKC, lower case by Unicode's rules whatever the database's own locale is.
create function auth.normalise_email(p_email text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return lower(normalize(btrim(p_email), nfkc) collate "und-x-icu");

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) between 3 and 255),
  email_normalised text not null generated always as (auth.normalise_email(email)) stored,
  -- An argon2id text in the PHC format; null for an account that has no password (invited, or OpenID Connect only).
  encrypted_password text check (encrypted_password like '$argon2id$%'),
  must_change_password boolean not null default false,
  password_changed_at timestamptz,
  email_confirmed_at timestamptz,
  banned_until timestamptz,
  last_sign_in_at timestamptz,
  raw_user_meta_data jsonb not null default '{}' check (jsonb_typeof(raw_user_meta_data) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index users_email_normalised_key on auth.users (email_normalised);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  -- [{"method": "password", "timestamp": seconds}], oldest first.
  amr jsonb not null default '[]' check (jsonb_typeof(amr) = 'array'),
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now(),
  -- The absolute end of the session; no refresh moves it.
  not_after timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  user_agent text check (char_length(user_agent) <= 400),
  ip inet,
  check ((revoked_at is null) = (revoked_reason is null))
);
create index sessions_user_id_idx on auth.sessions (user_id);
-- Whether somebody signed in from an address lately decides which share of the guesses it may use.
create index sessions_ip_idx on auth.sessions (ip, created_at);
create index sessions_not_after_idx on auth.sessions (not_after);
create index sessions_revoked_at_idx on auth.sessions (revoked_at) where revoked_at is not null;

-- Tokens are kept as SHA-256 only. Rows live as long as their session, so that even a very old token
-- that turns up again is recognised and ends the session.
create table auth.refresh_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  parent_hash bytea,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  replaced_by bytea,
  -- The child is HMAC(parent's text, salt): a repeat of the parent within the grace gets the very same child,
  -- while a thief of the database, who has no token's text, gets nothing. Emptied when the child is used.
  child_salt bytea,
  check ((used_at is null) = (replaced_by is null))
);
create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
-- A session has exactly one token that has not been used: two live descendants cannot exist, whatever the code does.
create unique index refresh_tokens_one_unused_key on auth.refresh_tokens (session_id) where used_at is null;

create table auth.signing_keys (
  kid text primary key check (char_length(kid) between 1 and 64),
  algorithm text not null default 'ES256' check (algorithm = 'ES256'),
  public_jwk jsonb not null check (not public_jwk ? 'd'),
  -- Sealed by the server's key ring before it reaches PostgreSQL; the check refuses a bare JWK.
  sealed_private_key text not null check (sealed_private_key !~ '[{}"]'),
  created_at timestamptz not null default now(),
  -- From here on the key signs nothing; it is still published until every token it signed has ended.
  retired_at timestamptz
);

-- Moments at which something limited was done, newest last, one row per key: a sliding window that one
-- upsert reads and writes atomically.
create table auth.rate_limits (
  key text primary key check (char_length(key) <= 200),
  taken timestamptz[] not null,
  expires_at timestamptz not null
) with (fillfactor = 70);
create index rate_limits_expires_at_idx on auth.rate_limits (expires_at);

-- Recovery links, e-mail changes, invitations and PKCE codes.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('recovery', 'email_change', 'invitation', 'pkce_code', 'setup')),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  relates_to text check (char_length(relates_to) <= 255),
  code_challenge text check (char_length(code_challenge) <= 128),
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  redirect_to text check (char_length(redirect_to) <= 2000),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_user_id_idx on auth.one_time_tokens (user_id);
create index one_time_tokens_expires_at_idx on auth.one_time_tokens (expires_at);

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null check (char_length(provider) between 1 and 64),
  provider_id text not null check (char_length(provider_id) between 1 and 255),
  identity_data jsonb not null default '{}' check (jsonb_typeof(identity_data) = 'object'),
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_user_id_idx on auth.identities (user_id);

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text check (char_length(friendly_name) <= 100),
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  sealed_secret text check (sealed_secret !~ '[{}"]'),
  phone text check (char_length(phone) <= 32),
  webauthn_credential jsonb,
  -- The last time step accepted of a TOTP factor: a code works once.
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index mfa_factors_friendly_name_key on auth.mfa_factors (user_id, friendly_name) where friendly_name <> '';

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  verified_at timestamptz,
  ip inet,
  code_hash bytea,
  webauthn_session jsonb
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_expires_at_idx on auth.mfa_challenges (expires_at);

-- Rows: portal_auth sees all, portal_engine reads accounts and sessions, everybody else (the owner too) nothing.
do $$
declare
  t text;
begin
  for t in select c.relname from pg_catalog.pg_class c where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r' loop
    execute format('alter table auth.%I enable row level security', t);
    execute format('alter table auth.%I force row level security', t);
    execute format('revoke all on auth.%I from public', t);
    execute format('grant select, insert, update, delete on auth.%I to portal_auth', t);
    execute format('create policy auth_all on auth.%I to portal_auth using (true) with check (true)', t);
  end loop;
end
$$;
create policy engine_read on auth.users for select to portal_engine using (true);
create policy engine_read on auth.sessions for select to portal_engine using (true);
grant select (id, email, email_normalised, must_change_password, password_changed_at, email_confirmed_at, banned_until,
  last_sign_in_at, raw_user_meta_data, created_at, updated_at, deleted_at) on auth.users to portal_engine;
grant select on auth.sessions to portal_engine;

revoke all on function auth.normalise_email(text) from public;
grant execute on function auth.normalise_email(text) to portal_auth, portal_engine;

-- Ends the living sessions of an account, all but one if `p_keep` is given; answers how many ended.
create function auth.revoke_sessions(p_user uuid, p_reason text, p_keep uuid default null) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  ended integer;
begin
  update auth.sessions set revoked_at = clock_timestamp(), revoked_reason = p_reason
   where user_id = p_user and revoked_at is null and (p_keep is null or id <> p_keep);
  get diagnostics ended = row_count;
  return ended;
end
$$;

-- Creates a confirmed account. A taken address raises 23505 on users_email_normalised_key.
create function auth.create_user(p_email text, p_password_hash text, p_must_change boolean, p_meta jsonb, p_id uuid default null)
  returns uuid
  language sql security definer set search_path = ''
as $$
  insert into auth.users (id, email, encrypted_password, must_change_password, password_changed_at, email_confirmed_at, raw_user_meta_data)
  values (coalesce(p_id, gen_random_uuid()), btrim(p_email), p_password_hash, p_must_change,
          case when p_password_hash is not null then now() end, now(), coalesce(p_meta, '{}'))
  returning id
$$;

-- Sets a password and ends every session but `p_keep`; false when there is no such account.
create function auth.set_password(p_user uuid, p_password_hash text, p_must_change boolean, p_keep uuid default null) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users set encrypted_password = p_password_hash, must_change_password = p_must_change,
         password_changed_at = now(), updated_at = now()
   where id = p_user;
  if not found then
    return false;
  end if;
  -- Links and codes that were mailed before the change must not outlive it.
  delete from auth.one_time_tokens where user_id = p_user and kind in ('recovery', 'pkce_code', 'invitation', 'setup');
  perform auth.revoke_sessions(p_user, 'password_changed', p_keep);
  return true;
end
$$;

-- Changes the address; false when there is no such account, 23505 when it is taken.
create function auth.set_email(p_user uuid, p_email text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users set email = btrim(p_email), email_confirmed_at = now(), updated_at = now() where id = p_user;
  if not found then
    return false;
  end if;
  delete from auth.one_time_tokens where user_id = p_user;
  return true;
end
$$;

-- Deletes an account with all that hangs on it: sessions, tokens, factors, and the profile by its foreign key.
create function auth.delete_user(p_user uuid) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.users where id = p_user;
  return found;
end
$$;

do $$
declare
  f text;
begin
  foreach f in array array[
    'auth.revoke_sessions(uuid, text, uuid)', 'auth.create_user(text, text, boolean, jsonb, uuid)',
    'auth.set_password(uuid, text, boolean, uuid)', 'auth.set_email(uuid, text)', 'auth.delete_user(uuid)'
  ] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to portal_auth, portal_engine', f);
  end loop;
end
$$;
-- A new owner must be able to create in the schema at the moment of the change, and not after it.
grant create on schema auth to portal_auth;

alter function auth.revoke_sessions(uuid, text, uuid) owner to portal_auth;
alter function auth.create_user(text, text, boolean, jsonb, uuid) owner to portal_auth;
alter function auth.set_password(uuid, text, boolean, uuid) owner to portal_auth;
alter function auth.set_email(uuid, text) owner to portal_auth;
alter function auth.delete_user(uuid) owner to portal_auth;
revoke create on schema auth from portal_auth;
