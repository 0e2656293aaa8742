-- What was done with several people at once is one event with its rows behind it, as an import is. Its parts name it in
-- their chained rows: 'import' where they add something, 'bulk' in what they change or remove.
create function private.audit_whole(p_before jsonb, p_after jsonb) returns uuid
  language sql immutable parallel safe
  set search_path = ''
  return (select w.id::uuid
    from (select coalesce(case when jsonb_typeof(p_after) = 'array' then coalesce(p_after -> 0 ->> 'import', p_after -> 0 ->> 'bulk') end,
      case when jsonb_typeof(p_before) = 'array' then p_before -> 0 ->> 'bulk' end) as id) w
    where w.id ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$');
grant execute on function private.audit_whole(jsonb, jsonb) to portal_engine, system_admin, org_admin;

alter table public.audit drop column part_of;
drop function private.audit_whole(jsonb);
alter table public.audit add column part_of uuid generated always as (private.audit_whole(before, after)) stored;
create index audit_parts on public.audit (part_of, at, id) where part_of is not null;
