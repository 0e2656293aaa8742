-- run-as: portal_engine
-- Sets a gate's new webhook password; no portal role may read the digest that becomes the old one.

-- Rotates; returns the user name, or null for an unknown gate. `p_hours` 0 ends the old password at once.
create or replace function private.rotate_webhook(p_id uuid, p_hash text, p_secret text, p_hours integer, p_ends_on_use boolean) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    username text;
  begin
    update public.controllers c set
      webhook_previous_hash = case when p_hours > 0 then c.webhook_hash end,
      webhook_previous_until = case when p_hours > 0 and c.webhook_hash is not null then now() + make_interval(hours => p_hours) end,
      webhook_previous_ends_on_use = p_hours > 0 and p_ends_on_use,
      webhook_hash = p_hash, webhook_secret = p_secret, webhook_rotated_at = now()
    where c.id = p_id and c.webhook_user is not null
    returning c.webhook_user into username;
    delete from public.webhook_uses where controller_id = p_id;
    return username;
  end
  $$;
grant execute on function private.rotate_webhook(uuid, text, text, integer, boolean) to system_admin;

create or replace function private.end_webhook_overlap(p_id uuid) returns void
  language sql security definer
  set search_path = ''
  as $$
    update public.controllers set webhook_previous_hash = null, webhook_previous_until = null, webhook_previous_ends_on_use = false
    where id = p_id and webhook_previous_until is not null
  $$;
grant execute on function private.end_webhook_overlap(uuid) to system_admin;
