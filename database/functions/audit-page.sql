-- What "Händelselogg" asks. All of them run as the caller: row policies say what an org admin gets.

-- One page of acts, newest first, and how many match: {rows, total, total_exact}. Counted up to 10,000, since nobody turns more
-- pages and ten million rows would be counted for as long as anybody looks at the page.
-- actions  kinds of acts; null = all. One short walk per act along its own index: those acts may be the rarest of all.
-- search   part of the name of whom or what the act was about.
-- after_at, after_id  continue after this row (an export); offset is 0 then.
create or replace function public.audit_page(
    actions text[] default null, actor uuid default null, organization_id uuid default null, subject_id uuid default null,
    search text default '', since timestamptz default null, before timestamptz default null,
    "limit" integer default 50, "offset" integer default 0, after_at timestamptz default null, after_id uuid default null) returns jsonb
  language plpgsql stable security invoker
  set search_path = '' set jit = off
  as $$
  #variable_conflict use_variable
  declare
    count_up_to constant integer := 10000;
    term  constant text := private.search_key(btrim(coalesce($5, '')));
    page  constant integer := least(greatest(coalesce($8, 50), 0), 1000);
    start constant integer := least(greatest(coalesce($9, 0), 0), count_up_to);
    scope constant uuid := coalesce(nullif(current_setting('app.org', true), '')::uuid, $3);
    filters text := '';
    beyond  text := '';
    walk    text;
    found   bigint;
    answer  jsonb;
  begin
    if $2 is not null then filters := filters || ' and a.actor = $2'; end if;
    if scope is not null then filters := filters || ' and a.organization_id = $3'; end if;
    if $4 is not null then filters := filters || ' and a.subject_id = $4'; end if;
    if term <> '' then filters := filters || ' and a.subject_key like $5'; end if;
    if $6 is not null then filters := filters || ' and a.at >= $6'; end if;
    if $7 is not null then filters := filters || ' and a.at < $7'; end if;
    if $10 is not null then beyond := ' and (a.at < $10 or a.at = $10 and a.id > $11)'; end if;

    walk := 'select a.id, a.at from public.audit a where true' || filters || beyond;
    if $1 is null then
      walk := walk || ' order by a.at desc, a.id limit $9 offset $8';
    else
      walk := 'select a.id, a.at from unnest($1) act cross join lateral (' || walk
        || ' and a.action = act order by a.at desc, a.id limit $9 + $8) a order by a.at desc, a.id limit $9 offset $8';
    end if;
    execute 'select coalesce(jsonb_agg(jsonb_build_object(''id'', a.id, ''at'', a.at, ''organization_id'', a.organization_id,
          ''organization_name'', o.name, ''actor'', a.actor, ''actor_name'', a.actor_name, ''action'', a.action,
          ''subject_table'', a.subject_table, ''subject_id'', a.subject_id, ''subject_name'', a.subject_name, ''row_count'', a.row_count,
          ''address'', host(a.address), ''request_id'', a.request_id,
          ''before'', case jsonb_typeof(a.before) when ''array'' then a.before -> 0 else a.before end,
          ''after'', case jsonb_typeof(a.after) when ''array'' then a.after -> 0 else a.after end) order by a.at desc, a.id), ''[]'')
        from (' || walk || ') p join public.audit a on a.id = p.id left join public.organizations o on o.id = a.organization_id'
      into answer using $1, $2, scope, $4, '%' || private.like_text(term) || '%', $6, $7, start, page, $10, $11;

    if $10 is null then
      execute 'select count(*) from (select from public.audit a where true' || filters
        || case when $1 is null then '' else ' and a.action = any ($1)' end || ' limit $8) c'
        into found using $1, $2, scope, $4, '%' || private.like_text(term) || '%', $6, $7, count_up_to + 1;
    end if;
    return jsonb_build_object('rows', answer, 'total', least(found, count_up_to), 'total_exact', found <= count_up_to);
  end
  $$;
grant execute on function public.audit_page(text[], uuid, uuid, uuid, text, timestamptz, timestamptz, integer, integer, timestamptz, uuid)
  to system_admin, org_admin;

-- How the seal stands. One row always; the check's columns are null until the first one.
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

-- A list is about to leave the portal as a file. `filters` is what the page had chosen: names and dates, never a secret.
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
