-- Links by mail, second factors with recovery codes, sign-in through OpenID Connect, and which roles must have a second factor.

-- The address that waits to be confirmed. Kept also when it is taken: then no link goes out, and nobody can tell.
alter table auth.users
  add column email_change text check (char_length(email_change) between 3 and 255),
  add column email_change_sent_at timestamptz;

-- True for a token that a second factor replaced: its repeat within the grace is refused without ending the session.
alter table auth.refresh_tokens add column superseded boolean not null default false;

alter table auth.one_time_tokens
  drop constraint one_time_tokens_kind_check,
  add constraint one_time_tokens_kind_check
    check (kind in ('recovery', 'email_change', 'invitation', 'pkce_code', 'setup', 'reauthentication')),
  -- The link behind a code: a code that is redeemed uses up its link.
  add column parent_id uuid references auth.one_time_tokens (id) on delete cascade,
  -- What a code does besides signing in: how the person proved itself, and an identity to link.
  add column payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object');
create index one_time_tokens_parent_id_idx on auth.one_time_tokens (parent_id);

-- Links that somebody asked for. Every address gets a row, known or not, so that asking costs the same and answers the
-- same; whether there is an account is looked up after the reply.
create table auth.link_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('recovery', 'email_change')),
  email text not null check (char_length(email) <= 255),
  -- Whose address is to change.
  user_id uuid references auth.users (id) on delete cascade,
  code_challenge text check (char_length(code_challenge) <= 128),
  redirect_to text not null check (char_length(redirect_to) <= 2000),
  created_at timestamptz not null default now(),
  check ((kind = 'email_change') = (user_id is not null))
);
create index link_requests_created_at_idx on auth.link_requests (created_at);
create index link_requests_user_id_idx on auth.link_requests (user_id);

-- One set of recovery codes per account; each code works once and is kept as a digest only.
create table auth.mfa_recovery_sets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  friendly_name text not null check (char_length(friendly_name) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table auth.mfa_recovery_codes (
  set_id uuid not null references auth.mfa_recovery_sets (id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (set_id, code_hash)
);

-- A person on the way to an OpenID Connect provider and back.
create table auth.oidc_flows (
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  provider text not null check (char_length(provider) between 1 and 64),
  -- Nonce and code verifier towards the provider, sealed.
  sealed_proof text not null check (sealed_proof !~ '[{}"]'),
  -- The challenge of the page that began, and where it wants to go on.
  code_challenge text not null check (char_length(code_challenge) <= 128),
  redirect_to text not null check (char_length(redirect_to) <= 2000),
  -- Set when a signed-in person links an identity.
  user_id uuid references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index oidc_flows_user_id_idx on auth.oidc_flows (user_id);
create index oidc_flows_expires_at_idx on auth.oidc_flows (expires_at);

do $$
declare
  t text;
begin
  foreach t in array array['link_requests', 'mfa_recovery_sets', 'mfa_recovery_codes', 'oidc_flows'] loop
    execute format('alter table auth.%I enable row level security', t);
    execute format('alter table auth.%I force row level security', t);
    execute format('revoke all on auth.%I from public', t);
    execute format('grant select, insert, update, delete on auth.%I to portal_auth', t);
    execute format('create policy auth_all on auth.%I to portal_auth using (true) with check (true)', t);
  end loop;
end
$$;

-- Roles whose people must have a second factor. One row each; a system admin switches it.
create table public.mfa_requirements (
  id uuid primary key default gen_random_uuid(),
  role text not null unique constraint mfa_requirements_role check (role in ('system_admin', 'org_admin')),
  required boolean not null default false,
  updated_at timestamptz not null default now()
);
insert into public.mfa_requirements (role) values ('system_admin'), ('org_admin');
alter table public.mfa_requirements enable row level security;
alter table public.mfa_requirements force row level security;

-- As before, and now every link and code goes: one that asks for another address must not outlive the password either.
drop function auth.set_password(uuid, text, boolean, uuid);
create function auth.set_password(p_user uuid, p_password_hash text, p_must_change boolean, p_keep uuid default null) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users set encrypted_password = p_password_hash, must_change_password = p_must_change,
         password_changed_at = now(), email_change = null, email_change_sent_at = null, updated_at = now()
   where id = p_user;
  if not found then
    return false;
  end if;
  delete from auth.one_time_tokens where user_id = p_user;
  delete from auth.link_requests where user_id = p_user;
  perform auth.revoke_sessions(p_user, 'password_changed', p_keep);
  return true;
end
$$;

drop function auth.set_email(uuid, text);
create function auth.set_email(p_user uuid, p_email text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users set email = btrim(p_email), email_confirmed_at = now(), email_change = null,
         email_change_sent_at = null, updated_at = now() where id = p_user;
  if not found then
    return false;
  end if;
  delete from auth.one_time_tokens where user_id = p_user;
  delete from auth.link_requests where user_id = p_user;
  return true;
end
$$;

-- Keeps the digest of an invitation; earlier ones stop working. False when there is no such account.
create function auth.invite(p_user uuid, p_token_hash bytea, p_expires_at timestamptz) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from auth.users where id = p_user for update;
  if not found then
    return false;
  end if;
  delete from auth.one_time_tokens where user_id = p_user and kind = 'invitation';
  insert into auth.one_time_tokens (user_id, kind, token_hash, expires_at) values (p_user, 'invitation', p_token_hash, p_expires_at);
  return true;
end
$$;

-- Takes all second factors away from one who lost them, and ends every session. Answers how many factors went.
create function auth.remove_factors(p_user uuid) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  removed integer;
begin
  delete from auth.mfa_factors where user_id = p_user;
  get diagnostics removed = row_count;
  delete from auth.mfa_recovery_sets where user_id = p_user;
  perform auth.revoke_sessions(p_user, 'factors_removed');
  return removed;
end
$$;

do $$
declare
  f text;
begin
  foreach f in array array[
    'auth.set_password(uuid, text, boolean, uuid)', 'auth.set_email(uuid, text)', 'auth.invite(uuid, bytea, timestamptz)',
    'auth.remove_factors(uuid)'
  ] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to portal_auth, portal_engine', f);
  end loop;
end
$$;
grant create on schema auth to portal_auth;
alter function auth.set_password(uuid, text, boolean, uuid) owner to portal_auth;
alter function auth.set_email(uuid, text) owner to portal_auth;
alter function auth.invite(uuid, bytea, timestamptz) owner to portal_auth;
alter function auth.remove_factors(uuid) owner to portal_auth;
revoke create on schema auth from portal_auth;
