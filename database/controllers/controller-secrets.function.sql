-- run-as: portal_engine
-- Secret columns of controllers and alert webhooks. No portal role may write them; server functions do so after checks.

create or replace function private.insert_controller(p_row jsonb) returns void
  language sql security definer
  set search_path = ''
  as $$
    insert into public.controllers (id, name, device_type, device_ip, device_port, username, password_encrypted, enabled, macro_id,
      organization_id, webhook_user, webhook_hash, webhook_secret, allow_plain_http, list_sync, cert_sha256, cert_accepted_at,
      relay_request, allow_old_tls, frame_source)
    select r.id, r.name, r.device_type, r.device_ip, r.device_port, r.username, r.password_encrypted, coalesce(r.enabled, true),
      r.macro_id, r.organization_id, r.webhook_user, r.webhook_hash, r.webhook_secret, coalesce(r.allow_plain_http, false),
      coalesce(r.list_sync, false), r.cert_sha256, r.cert_accepted_at, r.relay_request,
      coalesce(r.allow_old_tls, false), r.frame_source
    from jsonb_populate_record(null::public.controllers, p_row) r
  $$;
grant execute on function private.insert_controller(jsonb) to system_admin;

create or replace function private.update_controller(p_id uuid, p_changes jsonb) returns void
  language sql security definer
  set search_path = ''
  as $$
    update public.controllers c set name = r.name, device_ip = r.device_ip, device_port = r.device_port, username = r.username,
      password_encrypted = r.password_encrypted, enabled = r.enabled, macro_id = r.macro_id, list_sync = r.list_sync,
      allow_plain_http = r.allow_plain_http, cert_sha256 = r.cert_sha256, cert_accepted_at = r.cert_accepted_at,
      relay_request = r.relay_request, allow_old_tls = r.allow_old_tls, frame_source = r.frame_source
    from public.controllers o cross join lateral jsonb_populate_record(o, p_changes) r
    where o.id = p_id and c.id = o.id
  $$;
grant execute on function private.update_controller(uuid, jsonb) to system_admin;

-- Guards a moved controller, for sessions only. The stored password never goes to a new address: moving a device needs its password and a
-- step-up.
create or replace function private.guard_moved_controller() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if not private.has_session() then
      return new;
    end if;
    -- Encryption is randomised, so a typed password never equals the stored text.
    if old.password_encrypted is not null and new.password_encrypted is not distinct from old.password_encrypted then
      raise check_violation using
        message = 'a moved controller needs its password again', schema = 'public', table = 'controllers',
        column = 'password_encrypted', constraint = 'controllers_moved_password';
    end if;
    perform private.require_step_up();
    return new;
  end
  $$;

-- Returns how a relay's request sends the password; null: not at all. Twin: passwordUse of contract/relay.ts.
create or replace function private.password_use(p_request jsonb) returns jsonb
  language sql immutable strict
  set search_path = ''
  as $$
    select nullif(jsonb_build_array(p_request ->> 'sign_in',
      coalesce((select jsonb_agg(jsonb_build_array(lower(h ->> 'name'), h ->> 'value') order by place)
                from jsonb_array_elements(p_request -> 'headers') with ordinality as listed (h, place)
                where h ->> 'value' like '%{password}%'), '[]')), '["none", []]')
  $$;
revoke all on function private.password_use(jsonb) from public;

-- Guards a relay's request, for sessions only. With the stored password, another request may do anything at the device, or send the
-- password in another way. A caller who types the password already has it.
create or replace function private.guard_relay_request() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if not private.has_session() or old.password_encrypted is null or new.password_encrypted is distinct from old.password_encrypted then
      return new;
    end if;
    if private.password_use(new.relay_request) is not null
      and private.password_use(new.relay_request) is distinct from private.password_use(old.relay_request) then
      raise check_violation using
        message = 'a request that sends the password in another way needs it again', schema = 'public', table = 'controllers',
        column = 'password_encrypted', constraint = 'controllers_request_password';
    end if;
    perform private.require_step_up();
    return new;
  end
  $$;

create or replace function private.guard_trust() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    perform private.require_step_up();
    return new;
  end
  $$;

-- Clears the facts about a certificate together with its pin, unless the same statement sets them for the new one.
create or replace function private.clear_certificate() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if new.cert_subject is not distinct from old.cert_subject and new.cert_valid_to is not distinct from old.cert_valid_to then
      new.cert_subject := null;
      new.cert_valid_to := null;
    end if;
    if new.cert_accepted_at is not distinct from old.cert_accepted_at then
      new.cert_accepted_at := null;
    end if;
    -- An old TLS is allowed for the device behind the pin, not for any device that answers next.
    if new.cert_sha256 is null then
      new.allow_old_tls := false;
      new.tls_version := null;
    end if;
    return new;
  end
  $$;

-- Requires a step-up of the session that makes the request; a job and the console have no session and need none.
create or replace function private.require_step_up() returns void
  language plpgsql
  set search_path = ''
  as $$
  begin
    if private.has_session() and not private.has_fresh_step_up(current_setting('app.session')::uuid) then
      raise insufficient_privilege using
        message = 'the person did not re-authenticate lately', constraint = 'step_up_needed';
    end if;
  end
  $$;

create or replace function private.has_session() returns boolean
  language sql stable
  set search_path = ''
  return coalesce(current_setting('app.session', true), '') <> '';
revoke all on function private.require_step_up(), private.has_session() from public;

grant execute on function private.guard_moved_controller(), private.guard_relay_request(), private.guard_trust(), private.clear_certificate() to portal_owner;

create or replace function private.insert_alert_webhook(p_id uuid, p_name text, p_origin text, p_url text, p_secret text) returns void
  language sql security definer
  set search_path = ''
  as $$
    insert into public.alert_webhooks (id, name, origin, encrypted_url, signing_secret) values (p_id, p_name, p_origin, p_url, p_secret)
  $$;

create or replace function private.replace_alert_webhook_secret(p_id uuid, p_secret text) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    update public.alert_webhooks set signing_secret = p_secret where id = p_id;
    return found;
  end
  $$;
grant execute on function private.insert_alert_webhook(uuid, text, text, text, text),
  private.replace_alert_webhook_secret(uuid, text) to system_admin;
