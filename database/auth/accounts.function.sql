-- run-as: portal_auth
-- Changes accounts for the administration, which never reads a secret.

-- Ends the living sessions of an account, all but p_keep. Returns how many.
create or replace function auth.revoke_sessions(p_user uuid, p_reason text, p_keep uuid default null) returns integer
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
create or replace function auth.create_user(p_email text, p_password_hash text, p_must_change boolean, p_meta jsonb, p_id uuid default null)
  returns uuid
  language sql security definer set search_path = ''
as $$
  insert into auth.users (id, email, password_hash, must_change_password, password_changed_at, email_confirmed_at, raw_user_meta_data)
  values (coalesce(p_id, gen_random_uuid()), btrim(p_email), p_password_hash, p_must_change,
          case when p_password_hash is not null then now() end, now(), coalesce(p_meta, '{}'))
  returning id
$$;

-- Sets a password, ends every session but p_keep, and every link and code with it. Returns false when there is no such account.
create or replace function auth.set_password(p_user uuid, p_password_hash text, p_must_change boolean, p_keep uuid default null) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users set password_hash = p_password_hash, must_change_password = p_must_change,
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

-- Changes the address. Returns false when there is no such account; raises 23505 when it is taken.
create or replace function auth.set_email(p_user uuid, p_email text) returns boolean
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

-- Deletes an account with its sessions, tokens and factors, and by its foreign key the profile.
create or replace function auth.delete_user(p_user uuid) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.users where id = p_user;
  return found;
end
$$;

-- Keeps the digest of an invitation; earlier ones stop working. Returns false when there is no such account.
create or replace function auth.invite(p_user uuid, p_token_hash bytea, p_expires_at timestamptz) returns boolean
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

-- Removes all second factors of somebody who lost them, and ends every session. Returns how many factors.
create or replace function auth.remove_factors(p_user uuid) returns integer
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

grant execute on function auth.revoke_sessions(uuid, text, uuid), auth.create_user(text, text, boolean, jsonb, uuid),
  auth.set_password(uuid, text, boolean, uuid), auth.set_email(uuid, text), auth.delete_user(uuid),
  auth.invite(uuid, bytea, timestamptz), auth.remove_factors(uuid) to portal_engine;
