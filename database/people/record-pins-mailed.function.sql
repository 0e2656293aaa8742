-- run-as: portal_engine
-- Records that PINs of an import are mailed, as one event with a row for each PIN. Returns the PINs that no earlier call of the import
-- recorded: their rows have ids made from the import and the PIN, so two calls at once record each once.
create or replace function private.record_pins_mailed(p_event uuid, p_import uuid, p_credentials uuid[]) returns setof uuid
  language sql security definer
  set search_path = ''
  as $$
    with made as (
      insert into public.audit (id, organization_id, actor, action, subject_table, subject_id, after)
      select private.bulk_event('pin_mailed/' || p_import || '/' || c.id, c.organization_id), c.organization_id,
        nullif(current_setting('app.sub', true), '')::uuid, 'pin_mailed', 'credentials', c.id,
        jsonb_build_array(private.audit_named('credentials', jsonb_build_object('credential_id', c.id))
          || jsonb_build_object('bulk', private.bulk_event(p_event::text, c.organization_id)))
      from public.credentials c
      where c.id = any (p_credentials) and c.credential_type = 'pin' and private.is_own_organization(c.organization_id)
      order by c.id
      on conflict (id) do nothing
      returning subject_id, organization_id),
    event as (
      insert into public.audit (id, organization_id, actor, action, subject_table)
      select distinct private.bulk_event(p_event::text, m.organization_id), m.organization_id,
        nullif(current_setting('app.sub', true), '')::uuid, 'pins_mailed'::text, 'credentials'
      from made m)
    select m.subject_id from made m
  $$;
grant execute on function private.record_pins_mailed(uuid, uuid, uuid[]) to system_admin, org_admin;
