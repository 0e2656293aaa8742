-- run-as: portal_engine
-- Audits changed tables in the change's transaction. audit-events.function.sql handles events without a changed row.

-- Masks a row: removes encrypted texts, HMACs, tokens, and columns that the portal derives or devices report, which nobody changed. Adds
-- plates and the names of changed secrets. `pin_alone` has its own events (controllers/pin-alone.function.sql).
create or replace function private.audit_masked(p_row jsonb, p_before jsonb) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select p_row - array['credential_value', 'pin_hmacs', 'pin_grams', 'password_encrypted', 'webhook_hash', 'webhook_secret',
        'webhook_previous_hash', 'encrypted_url', 'signing_secret', 'code', 'pin', 'search', 'search_extra', 'note', 'plate_key', 'display_value', 'updated_at',
        'last_sync', 'pushed_at', 'push_skew_ms', 'refused_at', 'refused_cause', 'sign_in_digest', 'sign_in_refusals', 'sign_in_held_until', 'sign_in_version', 'heartbeat_from', 'last_synced', 'missing_since', 'pin_min', 'pin_max', 'pin_only_ok', 'pin_use', 'pin_hours', 'pin_rule', 'pin_alone', 'pin_alone_on_device', 'hours_token', 'hours_problem', 'hours_seen_at', 'unlock_hours', 'tls_version', 'model', 'firmware', 'cert_subject', 'cert_valid_to', 'whole_days', 'keeps_hours', 'device_system', 'shares_system_with', 'disabled_macro_id', 'missing_macro_id',
        'cert_accepted_at', 'webhook_rotated_at', 'access_profile_token', 'device_door_token', 'axis_user_token', 'axis_credential_token',
        'user_token', 'credential_token', 'password_mask', 'first_opened_at', 'last_used_at', 'last_used_on', 'import_id', 'import_digest']
      || case when p_row ->> 'credential_type' = 'license_plate' then jsonb_build_object('plate', p_row -> 'credential_value') else '{}' end
      || case when p_before is null then '{}' else jsonb_strip_nulls(jsonb_build_object('secrets_changed', nullif(to_jsonb(array_remove(array[
          case when p_row -> 'encrypted_url' is distinct from p_before -> 'encrypted_url' then 'address' end,
          case when p_row -> 'password_encrypted' is distinct from p_before -> 'password_encrypted' then 'password' end,
          case when p_row -> 'note' is distinct from p_before -> 'note' then 'note' end,
          case when p_row -> 'pin_hmacs' is distinct from p_before -> 'pin_hmacs' then 'pin' end,
          case when p_row -> 'signing_secret' is distinct from p_before -> 'signing_secret' then 'signing_secret' end,
          case when p_row -> 'webhook_hash' is distinct from p_before -> 'webhook_hash' then 'webhook_password' end,
          case when p_row -> 'webhook_previous_hash' is distinct from p_before -> 'webhook_previous_hash' then 'webhook_previous_password' end
        ], null)), '[]'))) end
  $$;

-- Returns how many rows of a change are kept in full: 100, or one after 192 kB in the account's last minute. Measures at most 200 rows.
create or replace function private.audit_quota_left(p_actor uuid) returns integer
  language sql volatile security definer
  set search_path = '' set enable_seqscan = off set jit = off
  as $$
    select case when coalesce(sum(coalesce(pg_column_size(a.before), 0) + coalesce(pg_column_size(a.after), 0)), 0) > 196608 then 1 else 100 end
    from (select n.before, n.after from public.audit n
          where n.actor = p_actor and n.at > clock_timestamp() - interval '1 minute' order by n.at desc limit 200) a
  $$;

-- Keeps only the readable columns of an import's row; all rows of an import are kept.
create or replace function private.audit_part(p_import text, p_row jsonb) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select jsonb_strip_nulls(jsonb_build_object('import', p_import, 'end_user', p_row -> 'end_user', 'plate', p_row -> 'plate',
      'controller', p_row -> 'controller', 'vehicle_type', p_row -> 'vehicle_type', 'valid_from', p_row -> 'valid_from', 'valid_to', p_row -> 'valid_to'))
  $$;

-- Returns the event id of an operation on several people. Each organisation has an event of its own, so that nobody reads another's
-- changes.
create or replace function private.bulk_event(p_bulk text, p_organization uuid) returns uuid
  language sql immutable
  set search_path = ''
  -- A version 8 UUID, made from a hash.
  return overlay(overlay(md5(p_bulk || coalesce(p_organization::text, '')) placing '8' from 13) placing '8' from 17)::uuid;

-- Begins a bulk event: later changes in the transaction are its parts, and the first of them writes the event.
create or replace function private.begin_bulk(p_id uuid, p_action text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if p_action not in ('people_deleted', 'people_restored', 'credentials_switched_off', 'credentials_switched_on', 'credentials_extended') then
      raise invalid_parameter_value using message = 'no such operation';
    end if;
    perform set_config('app.bulk', p_id::text, true), set_config('app.bulk_action', p_action, true);
  end
  $$;
grant execute on function private.begin_bulk(uuid, text) to system_admin, org_admin;

-- Audits a change. The argument is the SQL expression of row r's organisation. Rows without an actor are not audited. One plan per size.
create or replace function private.audit_change() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    -- The largest chunk of an import (contract/limits.ts) at ten doors or gates.
    part_rows constant integer := 2500;
    actor  constant uuid := nullif(current_setting('app.sub', true), '')::uuid;
    -- Set by private.record_import for its transaction.
    import constant text := case when tg_op = 'INSERT' then nullif(current_setting('app.import', true), '') end;
    -- Set by private.begin_bulk for its transaction.
    bulk   constant text := nullif(current_setting('app.bulk', true), '');
    -- The columns that audit_part gives to an import's assignments, joined once: a look-up for each of a thousand rows took as
    -- long as adding them.
    assigned constant text := 'select null::jsonb as o, jsonb_build_object(''id'', r.id, ''end_user'', u.first_name || '' '' || u.last_name,
        ''plate'', case c.credential_type when ''license_plate'' then c.display_value end, ''controller'', k.name) as n, %1$s as organization_id
      from new_rows r join public.credentials c on c.id = r.credential_id join public.end_users u on u.id = c.end_user_id
        join public.controllers k on k.id = r.controller_id';
    changes text;
    form    text := 'private.audit_named($3, private.audit_masked(%s, %s))';
    room    integer;
  begin
    if actor is null then
      return null;
    end if;
    if import is null then
      room := private.audit_quota_left(actor);
      if bulk is not null then
        form := form || ' || jsonb_build_object(''bulk'', private.bulk_event($6, organization_id))';
      end if;
    else
      room := case tg_table_name when 'end_users' then 1 else part_rows end;
      if tg_table_name = 'controller_assignments' then
        form := '%s';
        changes := assigned;
      end if;
      form := 'private.audit_part($5, ' || form || ')';
    end if;
    changes := coalesce(changes, case tg_op
      when 'INSERT' then 'select null::jsonb as o, to_jsonb(r) as n, %1$s as organization_id from new_rows r'
      when 'DELETE' then 'select to_jsonb(r) as o, null::jsonb as n, %1$s as organization_id from old_rows r'
      else 'select to_jsonb(p) as o, to_jsonb(r) as n, %1$s as organization_id from new_rows r join old_rows p on ' || case tg_table_name
              when 'access_group_doors' then 'p.group_id = r.group_id and p.controller_id = r.controller_id and p.access_point_id is not distinct from r.access_point_id'
              else 'p.id = r.id' end || '
            where to_jsonb(p) <> to_jsonb(r)
              and private.audit_masked(to_jsonb(p), null) <> private.audit_masked(to_jsonb(r), to_jsonb(p))'
    end);
    execute format('
      insert into public.audit (organization_id, actor, action, subject_table, subject_id, before, after, row_count)
      select organization_id, $1, $2, $3, case when count(*) = 1 then min(coalesce(n, o) ->> ''id'')::uuid end,
        jsonb_agg(' || format(form, 'o', 'null') || ') filter (where o is not null and place <= $4),
        jsonb_agg(' || format(form, 'n', 'o') || ') filter (where n is not null and place <= $4), count(*)
      from (select c.*, row_number() over (partition by organization_id) as place from (' || changes || ') c) c
      group by organization_id', tg_argv[0])
    using actor, tg_table_name || '.' || lower(tg_op), tg_table_name::text, room, import, bulk;
    if bulk is not null then
      execute format('
        insert into public.audit (id, organization_id, actor, action, subject_table)
        select distinct private.bulk_event($1, organization_id), organization_id, $2, $3, case when $3 in (''people_deleted'', ''people_restored'') then ''end_users'' else ''credentials'' end
        from (' || changes || ') c on conflict (id) do nothing', tg_argv[0])
      using bulk, actor, current_setting('app.bulk_action', true);
    end if;
    return null;
  end
  $$;
grant execute on function private.audit_change() to portal_owner;
