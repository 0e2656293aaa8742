-- Queries of "Händelselogg", run as the caller under row policies.

-- Summarises the people and doors of an event: at most three names of each, and their number among the kept rows.
create or replace function private.audit_summary(p_table text, p_rows jsonb) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    with named as (
      select case when r.kept ? 'import' then r.kept else private.audit_named(p_table, r.kept) end as kept
      from jsonb_array_elements(case jsonb_typeof(p_rows) when 'array' then p_rows when 'object' then jsonb_build_array(p_rows) else '[]' end)
        with ordinality r (kept, place)
      where r.place <= 1000 and jsonb_typeof(r.kept) = 'object'),
      people as (select distinct n.name from (select case when p_table in ('end_users', 'controller_users')
          then (kept ->> 'first_name') || ' ' || (kept ->> 'last_name') else kept ->> 'end_user' end as name from named) n where n.name <> ''),
      places as (select distinct n.name from (select case p_table when 'controllers' then kept ->> 'name'
          when 'access_points' then coalesce(nullif(kept ->> 'door_name', ''), kept ->> 'name')
          else coalesce(nullif(kept ->> 'door', ''), kept ->> 'controller') end as name from named) n where n.name <> '')
    select jsonb_build_object(
      'people', coalesce((select jsonb_agg(p.name) from (select name from people order by name limit 3) p), '[]'),
      'people_count', (select count(*) from people),
      'places', coalesce((select jsonb_agg(p.name) from (select name from places order by name limit 3) p), '[]'),
      'place_count', (select count(*) from places))
  $$;
grant execute on function private.audit_summary(text, jsonb) to system_admin, org_admin;

-- Returns which parts an event has; null: it holds its rows itself. No `set` clause, so that it is inlined.
create or replace function private.audit_part_action(p_action text) returns text
  language sql immutable parallel safe
  return case p_action when 'vehicles_imported' then 'credentials.insert' when 'people_imported' then 'credentials.insert'
    when 'people_deleted' then 'end_users.delete' when 'people_restored' then 'end_users.insert'
    when 'credentials_switched_off' then 'credentials.update' when 'credentials_switched_on' then 'credentials.update'
    when 'credentials_extended' then 'credentials.update' when 'pins_mailed' then 'pin_mailed' end;
grant execute on function private.audit_part_action(text) to system_admin, org_admin;

-- Returns the row of an event that a list shows: the first, or the first that contains all the words.
create or replace function private.audit_shown(p_table text, p_rows jsonb, p_patterns text[]) returns jsonb
  language sql stable security invoker
  set search_path = ''
  as $$
    select private.audit_named(p_table, case when jsonb_typeof(p_rows) <> 'array' then p_rows
      when p_patterns is null or jsonb_array_length(p_rows) < 2 then p_rows -> 0
      else coalesce((select r.kept from jsonb_array_elements(p_rows) with ordinality r (kept, place)
        where private.audit_words(null, null, r.kept) like all (p_patterns) order by r.place limit 1), p_rows -> 0) end)
  $$;
grant execute on function private.audit_shown(text, jsonb, text[]) to system_admin, org_admin;

-- {rows, total, total_exact}; counts up to 10,000 (1,000 of a search). The parts of an event are listed only where a search or
-- a subject finds somebody among them.
-- actions  kinds of events; null: all
-- search   words; each is part of a name in the event
-- after_at, after_id  continue after this row (an export), uncounted
create or replace function public.audit_page(
    actions text[] default null, actor uuid default null, organization_id uuid default null, subject_id uuid default null,
    search text default '', since timestamptz default null, before timestamptz default null,
    "limit" integer default 50, "offset" integer default 0, after_at timestamptz default null, after_id uuid default null) returns jsonb
  language plpgsql stable security invoker
  -- A scan is never right for fifty rows, and JIT takes longer than the query.
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  #variable_conflict use_variable
  declare
    most_words constant integer := 8;
    terms text[] := array(select w.word from regexp_split_to_table(private.search_key(btrim(coalesce($5, ''))), '\s+')
      with ordinality w (word, place) where w.word <> '' order by w.place limit most_words);
    patterns text[] := (select array_agg('%' || private.like_text(t.term) || '%' order by t.place)
      from unnest(terms) with ordinality t (term, place));
    count_up_to constant integer := case when patterns is null then 10000 else 1000 end;
    probed constant integer := 2000;
    common_from constant integer := 10;
    page  constant integer := least(greatest(coalesce($8, 50), 0), 1000);
    start constant integer := least(greatest(coalesce($9, 0), 0), count_up_to);
    scope constant uuid := case when private.sees_every_organization() then $3
      else coalesce(nullif(current_setting('app.org', true), '')::uuid, '00000000-0000-0000-0000-000000000000') end;
    newest constant text := ' order by a.at desc, a.id desc';
    filters text := '';
    kinds   text := case when $1 is null then '' else ' and a.action = any ($1)' end;
    matches text := '';
    beyond  text := case when $10 is null then '' else ' and (a.at, a.id) < ($10, $11)' end;
    whole   text := case when patterns is null and $4 is null then ' and a.part_of is null'
      else ' and (a.part_of is null or a.action in (''controller_assignments.insert'', ''end_users.delete'', ''credentials.update'', ''pin_mailed''))' end;
    found_rows constant text := 'private.find_audit($5, $3, $2, $4, $6, $7) f (id) join public.audit a on a.id = f.id where true';
    walk    text;
    hits    integer;
    found   bigint;
    answer  jsonb;
  begin
    if $2 is not null then filters := filters || ' and a.actor = $2'; end if;
    if scope is not null then filters := filters || ' and a.organization_id = $3'; end if;
    if $4 is not null then filters := filters || ' and a.subject_id = $4'; end if;
    if $6 is not null then filters := filters || ' and a.at >= $6'; end if;
    if $7 is not null then filters := filters || ' and a.at < $7'; end if;
    for i in 1 .. coalesce(cardinality(patterns), 0) loop
      matches := matches || format(' and a.words like ($5)[%s]', i);
    end loop;

    -- Common names are among the newest rows; rare names need the index. Row security leaves the planner without statistics for
    -- LIKE.
    if patterns is not null then
      execute 'select count(*) from (select a.words from public.audit a where true' || filters || kinds || newest || ' limit $8) a
          where true' || matches
        into hits using $1, $2, scope, $4, patterns, $6, $7, probed;
    end if;

    if $1 is not null and $2 is null and $4 is null and patterns is null then
      -- This equals "a.action = kind" but leaves only one index with this order; otherwise the planner would walk the whole log for a rare
      -- kind.
      walk := 'select a.id, a.at from unnest($1) kind cross join lateral (select a.id, a.at from public.audit a
          where (a.action, a.at) >= (kind, ''-infinity'') and (a.action, a.at) <= (kind, ''infinity'')' || filters || whole || beyond || '
          order by a.action desc, a.at desc, a.id desc limit $9 + $8) a' || newest || ' limit $9 offset $8';
    elsif hits < common_from then
      walk := 'select a.id, a.at from ' || found_rows || filters || kinds || whole || beyond || newest || ' limit $9 offset $8';
    else
      walk := 'select a.id, a.at from public.audit a where true' || filters || kinds || matches || whole || beyond || newest || ' limit $9 offset $8';
    end if;
    execute 'select coalesce(jsonb_agg(jsonb_build_object(''id'', a.id, ''at'', a.at, ''organization_id'', a.organization_id,
          ''organization_name'', o.name, ''actor'', a.actor, ''actor_name'', a.actor_name, ''action'', a.action,
          ''subject_table'', a.subject_table, ''subject_id'', a.subject_id, ''subject_name'', coalesce(a.subject_name, case a.subject_table when ''access_points''
            then (select coalesce(nullif(d.door_name, ''''), d.name) from public.access_points d where d.id = a.subject_id) end),
          ''row_count'', coalesce(b.row_count, a.row_count),
          ''part_of'', a.part_of, ''address'', coalesce(host(a.address), a.after ->> ''ip''), ''request_id'', a.request_id,
          ''names'', private.audit_summary(a.subject_table, coalesce(b.kept, a.after, a.before)),
          ''before'', private.audit_shown(a.subject_table, a.before, $5),
          ''after'', private.audit_shown(a.subject_table, a.after, $5)) order by a.at desc, a.id desc), ''[]'')
        from (' || walk || ') p join public.audit a on a.id = p.id left join public.organizations o on o.id = a.organization_id
        left join lateral (select sum(q.row_count)::integer as row_count,
            jsonb_path_query_array(jsonb_agg(coalesce(q.after, q.before)), ''$[*][*]'') as kept
          from public.audit q where q.part_of = a.id and q.action = private.audit_part_action(a.action)) b
          on private.audit_part_action(a.action) <> ''credentials.insert'''
      into answer using $1, $2, scope, $4, patterns, $6, $7, start, page, $10, $11;

    if $10 is not null then
      return jsonb_build_object('rows', answer, 'total', null, 'total_exact', null);
    end if;
    execute 'select count(*) from (select from '
      || case when hits < common_from then found_rows || filters || kinds || whole
           else 'public.audit a where true' || filters || kinds || matches || whole end
      || ' limit $8) c'
      into found using $1, $2, scope, $4, patterns, $6, $7, count_up_to + 1;
    return jsonb_build_object('rows', answer, 'total', least(found, count_up_to), 'total_exact', found <= count_up_to);
  end
  $$;
grant execute on function public.audit_page(text[], uuid, uuid, uuid, text, timestamptz, timestamptz, integer, integer, timestamptz, uuid)
  to system_admin, org_admin;

-- Returns {rows: [{before, after}], total, kept} of one event, with names. For an import: the rows that its parts added, in the order of
-- the file. For an operation on several people: the changes of each.
create or replace function public.audit_rows(id uuid, "limit" integer default 50, "offset" integer default 0) returns jsonb
  language plpgsql stable security invoker
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  #variable_conflict use_variable
  declare
    -- The caller's organisation, checked here as well as by the row policies.
    own   constant uuid := case when private.sees_every_organization() then null
      else coalesce(nullif(current_setting('app.org', true), '')::uuid, '00000000-0000-0000-0000-000000000000') end;
    page  constant integer := least(greatest(coalesce($2, 50), 0), 100);
    start constant integer := greatest(coalesce($3, 0), 0);
    event record;
    kept  integer;
    answer jsonb;
  begin
    select a.subject_table, a.row_count, a.action, a.part_of,
        case jsonb_typeof(a.before) when 'array' then a.before when 'object' then jsonb_build_array(a.before) else '[]' end as before,
        case jsonb_typeof(a.after) when 'array' then a.after when 'object' then jsonb_build_array(a.after) else '[]' end as after
      into event from public.audit a where a.id = $1 and (own is null or a.organization_id = own);
    if not found then
      return jsonb_build_object('rows', '[]'::jsonb, 'total', 0, 'kept', 0);
    end if;
    if private.audit_part_action(event.action) is not null then
      select coalesce(sum(a.row_count), 0), coalesce(sum(greatest(jsonb_array_length(a.before), jsonb_array_length(a.after))), 0) into event.row_count, kept
      from public.audit a where a.part_of = $1 and (own is null or a.organization_id = own) and a.action = private.audit_part_action(event.action);
      if kept > 0 then
        select coalesce(jsonb_agg(jsonb_build_object('before', p.before, 'after', p.after) order by p.at, p.id, p.place), '[]') into answer
        from (select a.at, a.id, n.place, a.before -> n.place as before, a.after -> n.place as after
              from public.audit a cross join lateral generate_series(0, greatest(jsonb_array_length(a.before), jsonb_array_length(a.after)) - 1) n (place)
              where a.part_of = $1 and (own is null or a.organization_id = own) and a.action = private.audit_part_action(event.action)
              order by a.at, a.id, n.place limit page offset start) p;
        return jsonb_build_object('rows', answer, 'total', event.row_count, 'kept', kept);
      end if;
    end if;
    kept := greatest(jsonb_array_length(event.before), jsonb_array_length(event.after));
    select coalesce(jsonb_agg(jsonb_build_object('before', private.audit_named(event.subject_table, event.before -> n.place),
        'after', private.audit_named(event.subject_table, event.after -> n.place)) order by n.place), '[]')
      into answer from generate_series(start, least(start + page, kept) - 1) n (place);
    return jsonb_build_object('rows', answer, 'total', event.row_count, 'kept', kept);
  end
  $$;
grant execute on function public.audit_rows(uuid, integer, integer) to system_admin, org_admin;

create or replace function public.audit_actors() returns table (id uuid, name text)
  language plpgsql stable security invoker
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    everything constant boolean := private.sees_every_organization();
    own constant uuid := coalesce(nullif(current_setting('app.org', true), '')::uuid, '00000000-0000-0000-0000-000000000000');
    within constant text := case when everything then 'true' else 'x.organization_id = $1' end;
  begin
    return query execute format('
      with recursive a as (
        (select x.actor from public.audit x where %1$s and x.actor is not null order by x.actor limit 1)
        union all
        select (select x.actor from public.audit x where %1$s and x.actor > a.actor order by x.actor limit 1) from a where a.actor is not null)
      select a.actor, (select x.actor_name from public.audit x where %1$s and x.actor = a.actor order by x.at desc, x.id desc limit 1)
      from a where a.actor is not null limit 1000', within) using own;
  end
  $$;
grant execute on function public.audit_actors() to system_admin, org_admin;

-- Returns the audit's state. The check's columns are null before the first check.
create or replace function public.audit_status()
  returns table (chained_through timestamptz, waiting bigint, waiting_since timestamptz, checked_at timestamptz,
    checked_through timestamptz, checked_rows bigint, unreadable_rows bigint, findings bigint)
  language sql stable security invoker
  set search_path = ''
  as $$
    select (select s.chained_at from public.audit_chain s order by s.chained_at desc limit 1), q.waiting, q.since,
      c.finished_at, c.checked_through, c.checked_rows, c.unreadable_rows, c.findings
    from (select count(*) as waiting, min(a.at) as since from public.audit_unchained u join public.audit a on a.id = u.audit_id) q
    left join (select * from public.audit_checks order by finished_at desc limit 1) c on true
  $$;
grant execute on function public.audit_status() to system_admin;

create or replace function public.record_export(list text, filters jsonb default '{}') returns void
  language plpgsql volatile security invoker
  set search_path = ''
  as $$
  begin
    if list is null or list not in ('access_logs', 'door_log', 'merged_log', 'people', 'audit', 'who') or jsonb_typeof(filters) is distinct from 'object' or length(filters::text) > 2000 then
      raise invalid_parameter_value using message = 'no such list';
    end if;
    -- Without characters that would reverse or hide the rest of the line in the event log.
    perform private.record_event(list || '_exported', null, null, null, private.plain_text(filters::text)::jsonb);
  end
  $$;
grant execute on function public.record_export(text, jsonb) to system_admin, org_admin;
