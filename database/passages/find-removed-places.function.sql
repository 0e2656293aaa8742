-- run-as: portal_engine
-- Bypasses row policies (under them a name cannot be compared by index), but stays inside the organisation.

-- Returns names of deleted gates, doors and controllers that match the LIKE pattern and stand in rows of the reader's log, with the column
-- that has them. Each name is read once from the index, however many rows have it.
create or replace function private.find_removed_places(p_pattern text, p_most integer) returns table (kept_in text, name text)
  language sql stable security definer rows 10
  set search_path = '' set jit = off
  as $$
    with recursive names (kept_in, name) as (
      values ('removed_controller', ''), ('removed_door', '')
      union all
      select n.kept_in, case n.kept_in
          when 'removed_door' then (select min(e.removed_door) from public.door_events e where e.removed_door > n.name)
          else least((select min(l.removed_controller) from public.access_logs l where l.removed_controller > n.name),
            (select min(e.removed_controller) from public.door_events e where e.removed_controller > n.name))
          end
        from names n where n.name is not null)
    select n.kept_in, n.name from names n
      cross join (select nullif(current_setting('app.org', true), '')::uuid) reader (organization_id)
      where n.name <> '' and private.search_key(n.name) like p_pattern
        and (reader.organization_id is null
          or exists (select from public.door_events e where n.kept_in = 'removed_door' and e.removed_door = n.name
            and e.organization_id = reader.organization_id)
          or exists (select from public.door_events e where n.kept_in = 'removed_controller' and e.removed_controller = n.name
            and e.organization_id = reader.organization_id)
          or exists (select from public.access_logs l where n.kept_in = 'removed_controller' and l.removed_controller = n.name
            and l.organization_id = reader.organization_id))
      limit p_most
  $$;
grant execute on function private.find_removed_places(text, integer) to system_admin, org_admin;
