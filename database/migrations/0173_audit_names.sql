-- Events are found by every name in them, and the rows of one import are parts of one event. Both columns are derived from
-- chained ones, so the chained form of a row stays what it was.

-- Written by database/audit/audit.function.sql into each kept row of `before` and `after`; older rows have some of them.
create function private.audit_words(p_subject text, p_before jsonb, p_after jsonb) returns text
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

-- Only of rows of a table: what a caller may write into an event of its own is an object.
create function private.audit_whole(p_after jsonb) returns uuid
  language sql immutable parallel safe
  set search_path = ''
  return case when jsonb_typeof(p_after) = 'array' and p_after -> 0 ->> 'import' ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
    then (p_after -> 0 ->> 'import')::uuid end;
grant execute on function private.audit_words(text, jsonb, jsonb), private.audit_whole(jsonb) to portal_engine, system_admin, org_admin;

alter table public.audit
  add column words   text generated always as (private.audit_words(subject_name, before, after)) stored,
  -- The event of which this is a part; the log lists that one.
  add column part_of uuid generated always as (private.audit_whole(after)) stored;
drop index public.audit_subject_name;
create index audit_words on public.audit using gin (words extensions.gin_trgm_ops);
create index audit_parts on public.audit (part_of, at, id) where part_of is not null;
