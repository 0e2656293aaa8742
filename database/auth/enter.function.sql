-- Begins every request. Role and organisation are read for each, so changes take effect at once.

-- `denied` null: role, app.org, app.sub and app.session are set until the transaction ends; else 'session_not_found',
-- 'password_change_required', 'insufficient_aal' or 'no_role'. Runs as the caller, since a security-definer function may not set the role;
-- without search_path, which would cost time on every request.
create or replace function private.enter(p_session uuid, p_user uuid)
  returns table (user_id uuid, app_role text, organization_id uuid, denied text)
  language plpgsql volatile
  as $$
  declare
    facts record;
  begin
    select * into facts from private.session_facts(p_session, p_user);
    if not found then
      return query select p_user, null::text, null::uuid, 'session_not_found';
      return;
    end if;
    if facts.must_change_password then
      return query select p_user, null::text, null::uuid, 'password_change_required';
      return;
    end if;
    if facts.needs_second_factor then
      return query select p_user, null::text, null::uuid, 'insufficient_aal';
      return;
    end if;
    if facts.app_role is null then
      return query select p_user, null::text, null::uuid, 'no_role';
      return;
    end if;
    perform pg_catalog.set_config('app.org', coalesce(facts.organization_id::text, ''), true),
            pg_catalog.set_config('app.sub', p_user::text, true),
            pg_catalog.set_config('app.session', p_session::text, true),
            -- Set last, because from here on only that role's rights apply.
            pg_catalog.set_config('role', facts.app_role, true);
    return query select p_user, facts.app_role, facts.organization_id, null::text;
  end
  $$;
grant execute on function private.enter(uuid, uuid) to authenticator;
