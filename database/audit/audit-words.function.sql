-- before: migrations
-- Generated columns of public.audit, computed from chained columns, so that a row's chained form does not change.

-- Returns every name in an event. audit/audit.function.sql writes them into each kept row of before and after.
create or replace function private.audit_words(p_subject text, p_before jsonb, p_after jsonb) returns text
  language sql immutable parallel safe
  set search_path = ''
  return (select left(private.search_key(string_agg(distinct w.word, ' ')), 60000)
    from (
      select p_subject as word
      union all
      select v.value
      from (values (p_before), (p_after)) side (rows_of)
        cross join lateral jsonb_array_elements(case jsonb_typeof(side.rows_of) when 'array' then side.rows_of
          when 'object' then jsonb_build_array(side.rows_of) else '[]' end) r (kept)
        cross join lateral jsonb_each_text(case jsonb_typeof(r.kept) when 'object' then r.kept else '{}' end) v (key, value)
      where v.key in ('end_user', 'door', 'controller', 'controller_name', 'organization', 'administrator', 'plate',
        'name', 'door_name', 'first_name', 'last_name')
    ) w where w.word <> '');

-- Returns the import or bulk change that an event is a part of: 'import' where it adds rows, 'bulk' in changes and removals. Only rows of a
-- table count, because a caller may write an object into an event of its own.
create or replace function private.audit_whole(p_before jsonb, p_after jsonb) returns uuid
  language sql immutable parallel safe
  set search_path = ''
  return (select w.id::uuid
    from (select coalesce(case when jsonb_typeof(p_after) = 'array' then coalesce(p_after -> 0 ->> 'import', p_after -> 0 ->> 'bulk') end,
      case when jsonb_typeof(p_before) = 'array' then p_before -> 0 ->> 'bulk' end) as id) w
    where w.id ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$');

grant execute on function private.audit_words(text, jsonb, jsonb), private.audit_whole(jsonb, jsonb) to portal_engine, system_admin, org_admin;
