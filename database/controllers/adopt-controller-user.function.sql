-- run-as: portal_engine
-- Adopts an unmanaged person. No table call may choose tokens, because two sources with one object would overwrite each other.

-- Until now the PIN is reserved for an unmanaged object.
create or replace function private.adopt_controller_user(p_id uuid, p_controller uuid, p_user_token text, p_credential_token text,
    p_first_name text, p_last_name text, p_pin text, p_valid_from timestamptz, p_valid_to timestamptz, p_enabled boolean,
    p_default_group boolean, p_group_token text, p_access_points uuid[]) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    update public.controller_pins set source_id = p_id
    where controller_id = p_controller and source_id is null and pin_hmac = any (private.encrypted_pin_hmacs(p_pin));
    insert into public.controller_users (id, controller_id, user_token, credential_token, first_name, last_name, pin, valid_from,
      valid_to, enabled, default_group, group_token, access_point_ids)
    values (p_id, p_controller, p_user_token, p_credential_token, p_first_name, p_last_name, p_pin, p_valid_from,
      p_valid_to, p_enabled, p_default_group, p_group_token, p_access_points);
  end
  $$;
grant execute on function private.adopt_controller_user(uuid, uuid, text, text, text, text, text, timestamptz, timestamptz, boolean,
  boolean, text, uuid[]) to system_admin;
