-- run-as: portal_engine
-- Audits the authentication service, in the transaction of the event.

-- Records an event. `p_actor` null: anonymous. The organisation is the account's. `p_address` and `p_request` are null on the console.
create or replace function private.record_auth_event(
    p_action text, p_actor uuid, p_subject uuid, p_after jsonb, p_address inet default null, p_request text default null) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    -- The quota covers only events that a signed-in person can repeat for free; securing an account is never refused.
    if p_action in ('auth.data_change', 'auth.email_change_requested') then
      perform private.consume_audit_quota(p_actor);
    end if;
    insert into public.audit (organization_id, actor, action, subject_table, subject_id, after, address, request_id)
    values ((select organization_id from public.user_roles where user_id = coalesce(p_subject, p_actor)),
      p_actor, p_action, 'users', p_subject, p_after, p_address, p_request);
  end
  $$;
grant execute on function private.record_auth_event(text, uuid, uuid, jsonb, inet, text) to portal_auth;
