-- run-as: portal_engine
-- Webhook credentials of the installation. Trigger guard_trust requires a step-up.

-- Rotates the password; returns the user name, or null without credentials. `p_hours` 0 ends the old password at once.
create or replace function private.rotate_installation_webhook(p_hash text, p_secret text, p_hours integer) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    username text;
  begin
    update public.installation_webhook i set
      webhook_previous_hash = case when p_hours > 0 then i.webhook_hash end,
      webhook_previous_until = case when p_hours > 0 then now() + make_interval(hours => p_hours) end,
      webhook_hash = p_hash, webhook_secret = p_secret, webhook_rotated_at = now()
    returning i.webhook_user into username;
    -- No gate has used the new password yet.
    update public.installation_webhook_uses set old_used_at = greatest(old_used_at, new_used_at), new_used_at = null;
    return username;
  end
  $$;

create or replace function private.end_installation_webhook_overlap() returns void
  language sql security definer
  set search_path = ''
  as $$
    update public.installation_webhook set webhook_previous_hash = null, webhook_previous_until = null
    where webhook_previous_until is not null
  $$;

create or replace function private.set_installation_webhook_enabled(p_enabled boolean) returns void
  language sql security definer
  set search_path = ''
  as $$
    update public.installation_webhook set enabled = p_enabled where enabled <> p_enabled
  $$;
grant execute on function private.rotate_installation_webhook(text, text, integer), private.end_installation_webhook_overlap(),
  private.set_installation_webhook_enabled(boolean) to system_admin;

create or replace function private.record_installation_webhook(p_controller uuid, p_old boolean) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    recorded boolean;
  begin
    insert into public.installation_webhook_uses as u (controller_id, new_used_at, old_used_at)
    values (p_controller, case when not p_old then now() end, case when p_old then now() end)
    on conflict (controller_id) do update set
      new_used_at = coalesce(excluded.new_used_at, u.new_used_at), old_used_at = coalesce(excluded.old_used_at, u.old_used_at);
    update public.installation_webhook_uses set audited_at = now()
    where controller_id = p_controller and (audited_at is null or audited_at < now() - interval '1 day')
    returning true into recorded;
    if recorded then
      insert into public.audit (organization_id, actor, action, subject_table, subject_id, after)
      values (null, null, 'installation_webhook_used', 'controllers', p_controller, jsonb_build_object('old_password', p_old));
    end if;
  end
  $$;
grant execute on function private.record_installation_webhook(uuid, boolean) to portal_gate;
