-- run-as: portal_engine
-- One audit row per import, whatever its chunks and repeats: its id derives from the import's.

create or replace function private.note_import(p_id uuid, p_import uuid, p_organization uuid, p_rows integer) returns void
  language sql security definer
  set search_path = ''
  as $$
    -- What the transaction inserts from here is a part of this event (database/audit/audit.function.sql).
    select set_config('app.import', p_id::text, true);
    insert into public.audit (id, organization_id, actor, action, subject_id, after)
    values (p_id, coalesce(nullif(current_setting('app.org', true), '')::uuid, p_organization),
      nullif(current_setting('app.sub', true), '')::uuid, 'vehicles_imported', p_import, jsonb_build_object('rows', p_rows))
    on conflict (id) do nothing
  $$;
grant execute on function private.note_import(uuid, uuid, uuid, integer) to system_admin, org_admin;
