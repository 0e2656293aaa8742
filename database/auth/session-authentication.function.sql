-- run-as: portal_auth
-- Facts for a step-up: [{"method", "timestamp" seconds}], and whether a second factor exists. No row for an ended session.

create or replace function private.session_step_up(p_session uuid, p_user uuid) returns table (amr jsonb, has_factor boolean)
  language sql stable security definer
  set search_path = ''
  as $$
    select s.amr, exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified')
    from auth.sessions s
    where s.id = p_session and s.user_id = p_user and s.revoked_at is null and s.not_after > clock_timestamp()
  $$;
grant execute on function private.session_step_up(uuid, uuid) to portal_engine;
