-- run-as: portal_auth
-- Session facts for private.enter. Owned by the one role that may read schema auth.

create or replace function private.session_facts(p_session uuid, p_user uuid)
  returns table (app_role text, organization_id uuid, must_change_password boolean, needs_second_factor boolean)
  language sql stable security definer
  set search_path = ''
  as $$
    -- clock_timestamp(): a long transaction must not extend a session.
    select r.role, r.organization_id, u.must_change_password,
      s.aal = 'aal1' and (
        exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')
        or exists (select from public.mfa_requirements m where m.role = r.role and m.required))
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    left join public.user_roles r on r.user_id = u.id
    where s.id = p_session and s.user_id = p_user
      and s.revoked_at is null and s.not_after > clock_timestamp()
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= clock_timestamp())
  $$;
grant execute on function private.session_facts(uuid, uuid) to authenticator;
