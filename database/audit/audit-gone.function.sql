-- run-as: portal_engine
-- Returns the name of a deleted object, for removals in cascade: from replicas that still wait for a device, else from the log.

-- Searches only the caller's organisation. Either argument may be null.
create or replace function private.audit_gone(p_subject uuid, p_source uuid) returns text
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce(
      (select d.label from public.device_sync d where d.source_id = p_source
         and d.organization_id = coalesce(nullif(current_setting('app.org', true), '')::uuid, d.organization_id) limit 1),
      (select a.subject_name from public.audit a
       where a.subject_id = any (array[p_subject, p_source]) and a.subject_name is not null
         and a.subject_table in ('end_users', 'credentials', 'controllers', 'access_points')
         and a.organization_id is not distinct from coalesce(nullif(current_setting('app.org', true), '')::uuid, a.organization_id)
       order by a.at desc limit 1))
  $$;
grant execute on function private.audit_gone(uuid, uuid) to system_admin, org_admin;
