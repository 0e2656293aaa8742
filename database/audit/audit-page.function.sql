-- Queries of "Händelselogg", run as the caller under row policies.

-- {rows, total, total_exact}; counts up to 10,000 (1,000 of a search).
-- actions  kinds of events; null: all
-- search   part of the subject's name
-- after_at, after_id  continue after this row (an export), uncounted
create or replace function public.audit_page(
    actions text[] default null, actor uuid default null, organization_id uuid default null, subject_id uuid default null,
    search text default '', since timestamptz default null, before timestamptz default null,
    "limit" integer default 50, "offset" integer default 0, after_at timestamptz default null, after_id uuid default null) returns jsonb
  language plpgsql stable security invoker
  -- A scan is never right for fifty rows; JIT takes longer than the query.
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  #variable_conflict use_variable
  declare
    term  constant text := private.search_key(btrim(coalesce($5, '')));
    count_up_to constant integer := case when term = '' then 10000 else 1000 end;
    probed constant integer := 2000;
    common_from constant integer := 10;
    page  constant integer := least(greatest(coalesce($8, 50), 0), 1000);
    start constant integer := least(greatest(coalesce($9, 0), 0), count_up_to);
    scope constant uuid := case when private.sees_every_organization() then $3
      else coalesce(nullif(current_setting('app.org', true), '')::uuid, '00000000-0000-0000-0000-000000000000') end;
    pattern constant text := '%' || private.like_text(term) || '%';
    newest constant text := ' order by a.at desc, a.id desc';
    filters text := '';
    kinds   text := case when $1 is null then '' else ' and a.action = any ($1)' end;
    matches text := case when term = '' then '' else ' and a.subject_key like $5' end;
    beyond  text := case when $10 is null then '' else ' and (a.at, a.id) < ($10, $11)' end;
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

    -- Common names are among the newest, rare ones need the index; under row security LIKE has no statistics.
    if term <> '' then
      execute 'select count(*) from (select a.subject_key from public.audit a where true' || filters || kinds || newest || ' limit $8) a
          where a.subject_key like $5'
        into hits using $1, $2, scope, $4, pattern, $6, $7, probed;
    end if;

    if $1 is not null and $2 is null and $4 is null and term = '' then
      -- Equals "a.action = kind", but leaves one index with this order; else the planner walks the log for a rare kind.
      walk := 'select a.id, a.at from unnest($1) kind cross join lateral (select a.id, a.at from public.audit a
          where (a.action, a.at) >= (kind, ''-infinity'') and (a.action, a.at) <= (kind, ''infinity'')' || filters || beyond || '
          order by a.action desc, a.at desc, a.id desc limit $9 + $8) a' || newest || ' limit $9 offset $8';
    elsif hits < common_from then
      walk := 'select f.id, f.at from (select a.id, a.at from (
          select a.* from public.audit a where true' || matches || ' offset 0) a where true' || filters || kinds || beyond || ' offset 0) f
        order by f.at desc, f.id desc limit $9 offset $8';
    else
      walk := 'select a.id, a.at from public.audit a where true' || filters || kinds || matches || beyond || newest || ' limit $9 offset $8';
    end if;
    execute 'select coalesce(jsonb_agg(jsonb_build_object(''id'', a.id, ''at'', a.at, ''organization_id'', a.organization_id,
          ''organization_name'', o.name, ''actor'', a.actor, ''actor_name'', a.actor_name, ''action'', a.action,
          ''subject_table'', a.subject_table, ''subject_id'', a.subject_id, ''subject_name'', a.subject_name, ''row_count'', a.row_count,
          ''address'', host(a.address), ''request_id'', a.request_id,
          ''before'', case jsonb_typeof(a.before) when ''array'' then a.before -> 0 else a.before end,
          ''after'', case jsonb_typeof(a.after) when ''array'' then a.after -> 0 else a.after end) order by a.at desc, a.id desc), ''[]'')
        from (' || walk || ') p join public.audit a on a.id = p.id left join public.organizations o on o.id = a.organization_id'
      into answer using $1, $2, scope, $4, pattern, $6, $7, start, page, $10, $11;

    if $10 is not null then
      return jsonb_build_object('rows', answer, 'total', null, 'total_exact', null);
    end if;
    execute 'select count(*) from (select from '
      || case when hits < common_from
           then '(select a.* from public.audit a where true' || matches || ' offset 0) a where true' || filters || kinds
           else 'public.audit a where true' || filters || kinds || matches end
      || ' limit $8) c'
      into found using $1, $2, scope, $4, pattern, $6, $7, count_up_to + 1;
    return jsonb_build_object('rows', answer, 'total', least(found, count_up_to), 'total_exact', found <= count_up_to);
  end
  $$;
grant execute on function public.audit_page(text[], uuid, uuid, uuid, text, timestamptz, timestamptz, integer, integer, timestamptz, uuid)
  to system_admin, org_admin;

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

-- The check's columns are null before the first check.
create or replace function public.audit_status()
  returns table (sealed_through timestamptz, waiting bigint, waiting_since timestamptz, checked_at timestamptz,
    checked_through timestamptz, checked_rows bigint, unreadable_rows bigint, findings bigint)
  language sql stable security invoker
  set search_path = ''
  as $$
    select (select s.sealed_at from public.audit_seals s order by s.sealed_at desc limit 1), q.waiting, q.since,
      c.finished_at, c.checked_through, c.checked_rows, c.unreadable_rows, c.findings
    from (select count(*) as waiting, min(a.at) as since from public.audit_unsealed u join public.audit a on a.id = u.audit_id) q
    left join (select * from public.audit_checks order by finished_at desc limit 1) c on true
  $$;
grant execute on function public.audit_status() to system_admin;

create or replace function public.note_export(list text, filters jsonb default '{}') returns void
  language plpgsql volatile security invoker
  set search_path = ''
  as $$
  begin
    if list not in ('access_logs', 'audit') or jsonb_typeof(filters) <> 'object' or length(filters::text) > 2000 then
      raise invalid_parameter_value using message = 'no such list';
    end if;
    perform private.note_act(list || '_exported', null, null, null, filters);
  end
  $$;
grant execute on function public.note_export(text, jsonb) to system_admin, org_admin;
