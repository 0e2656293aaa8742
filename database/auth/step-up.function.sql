-- run-as: portal_auth
-- Decides whether a step-up is fresh, for triggers and for the server. This clock stamps sessions, so no other clock judges them.

-- An account with a second factor needs that factor; a password does not count.
create or replace function private.is_fresh_step_up(p_amr jsonb, p_has_factor boolean, p_now timestamptz, p_seconds integer) returns boolean
  language sql immutable
  set search_path = ''
  as $$
    select exists (
      select from jsonb_array_elements(p_amr) entry
      where (entry ->> 'timestamp')::bigint >= extract(epoch from p_now) - p_seconds
        and (not p_has_factor or entry ->> 'method' = 'totp' or entry ->> 'method' like 'mfa/%'))
  $$;
revoke all on function private.is_fresh_step_up(jsonb, boolean, timestamptz, integer) from public;

create or replace function private.step_up_seconds() returns integer
  language sql immutable
  set search_path = ''
  as $$ select 300 $$;
revoke all on function private.step_up_seconds() from public;

create or replace function private.has_fresh_step_up(p_session uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select exists (
      select from auth.sessions s
      where s.id = p_session and s.revoked_at is null and s.not_after > clock_timestamp()
        and private.is_fresh_step_up(s.amr,
          exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified'),
          clock_timestamp(), private.step_up_seconds()))
  $$;
grant execute on function private.has_fresh_step_up(uuid) to portal_engine;
