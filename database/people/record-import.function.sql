-- run-as: portal_engine
-- Writes one audit row per import, whatever its chunks and repeats. Its id derives from the organisation, the account and the import's own
-- id, so nobody can add rows to another's import. Rows sent a day later are an import of that day.

-- Returns the event's id, and how many rows it announced. Handles one chunk of an import at a time.
create or replace function private.record_import(p_id uuid, p_import uuid, p_organization uuid, p_rows integer, p_action text default 'vehicles_imported', out event_id uuid, out announced integer)
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if p_action not in ('vehicles_imported', 'people_imported') then
      raise invalid_parameter_value using message = 'no such import';
    end if;
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.record_import/' || p_id, 0));
    event_id := case when exists (select from public.audit a where a.id = p_id and a.at < now() - interval '1 day')
      then private.bulk_event(p_id::text || (now() at time zone 'Europe/Stockholm')::date, null) else p_id end;
    -- Later inserts of the transaction are part of this event (database/audit/audit.function.sql).
    perform set_config('app.import', event_id::text, true);
    insert into public.audit (id, organization_id, actor, action, subject_id, after)
    values (event_id, coalesce(nullif(current_setting('app.org', true), '')::uuid, p_organization),
      nullif(current_setting('app.sub', true), '')::uuid, coalesce(p_action, 'vehicles_imported'), p_import, jsonb_build_object('rows', p_rows))
    on conflict (id) do nothing;
    select (a.after ->> 'rows')::integer into announced from public.audit a
    where a.id = event_id and a.actor = nullif(current_setting('app.sub', true), '')::uuid;
  end
  $$;
grant execute on function private.record_import(uuid, uuid, uuid, integer, text) to system_admin, org_admin;

-- Returns a PIN's stand-in in an import's digest: it changes with the PIN and reveals nothing about it, since HMACs are keyed. Twin:
-- pinMark of server/people/import-digest.rules.ts.
create or replace function private.pin_mark(p_credential uuid) returns text
  language sql stable security definer
  set search_path = ''
  as $$
    select encode(sha256(convert_to(array_to_string(c.pin_hmacs, ','), 'UTF8')), 'hex') from public.credentials c
    where c.id = p_credential and c.credential_type = 'pin' and private.is_own_organization(c.organization_id)
  $$;
grant execute on function private.pin_mark(uuid) to system_admin, org_admin;
