-- Search over people: name, plate, PIN. One call answers a page of ids, newest first, and both numbers of "Visar X av Y".
--
-- Two plans, since neither serves both kinds of term at a million people: a rare one is the union of what the indexes find
-- (2 ms, where a scan takes 489); a common one is a walk from the newest that stops at a full page (1.2 ms, where the
-- union takes 149). Which one it is, the newest three hundred people tell.
-- (The planner cannot: behind row security it may not use its statistics for LIKE.)

-- query         fewer than three characters: prefixes of names and plates; else substrings. Blank: everybody.
-- pin_tokens    the query's search tokens, one per organisation, put in by the server for digits; null = no PIN search.
-- credential_type  only people who have one of that type.
-- Answers {ids, matched, matched_exact, total, total_exact}. matched: X, in all filters. total: Y, all the caller may see.
-- Counts are exact up to 20,000 people in scope, and for rare terms always; else estimated and said so.
create or replace function public.search_end_users(
    query text default '', organization_id uuid default null, credential_type text default null,
    "limit" integer default 50, "offset" integer default 0, pin_tokens text[] default null) returns jsonb
  language plpgsql stable security invoker
  -- A page takes a few milliseconds; compiling it would take fifty.
  set search_path = '' set jit = off
  as $$
  #variable_conflict use_column
  declare
    exact_up_to constant integer := 20000;
    probed      constant integer := 300;
    -- Two in a hundred: there a page of fifty is found in 2,500 rows, and the indexes would bring 20,000 of a million.
    common_from constant integer := 6;
    term    constant text := btrim(coalesce($1, ''));
    page    constant integer := least(greatest(coalesce($4, 50), 0), 1000);
    start   constant integer := greatest(coalesce($5, 0), 0);
    scope   constant uuid := coalesce(nullif(current_setting('app.org', true), '')::uuid, $2);
    -- The function's own wall, beside the policies.
    wall    constant text := case when private.sees_every_organization() then ''
      else format(' and u.organization_id = %L', coalesce(nullif(current_setting('app.org', true), ''), '00000000-0000-0000-0000-000000000000')) end;
    names   text[];
    plate   text;
    tokens  text[];
    filters text := '';
    matches text := '';
    total   bigint;
    total_exact boolean := true;
    matched bigint;
    matched_exact boolean := true;
    hits    bigint;
    seen    bigint;
    ids     uuid[];
  begin
    -- Y: everybody the caller may see, whatever the filters. Of all organisations' many people, the planner's own count.
    if nullif(current_setting('app.org', true), '') is null then
      select c.reltuples::bigint into total from pg_catalog.pg_class c where c.oid = 'public.end_users'::regclass and c.reltuples > exact_up_to;
      total_exact := total is null;
    end if;
    if total is null then
      execute 'select count(*) from public.end_users u where true' || wall into total;
    end if;

    if term <> '' then
      names := case when length(term) < 3
        then array[private.like_text(private.search_key(term)) || '%', '% ' || private.like_text(private.search_key(term)) || '%']
        else array['%' || private.like_text(private.search_key(term)) || '%'] end;
      -- Three characters may be one letter and two hyphens; the key decides.
      plate := case length(private.plate_key(term)) when 0 then null when 1 then private.plate_key(term) || '%'
        when 2 then private.plate_key(term) || '%' else '%' || private.plate_key(term) || '%' end;
      tokens := nullif($6, '{}');
      -- Not `exists`: the planner would rather hash all plates of the country than look up three hundred.
      matches := 'and (u.search like any ($1)'
        || case when plate is null then '' else ' or (select true from public.credentials c where c.end_user_id = u.id and c.plate_key like $2 limit 1)' end
        || case when tokens is null then '' else ' or private.has_pin_with(u.id, $3)' end
        || ')';
    end if;
    if $2 is not null then
      filters := filters || ' and u.organization_id = $4';
    end if;
    if $3 is not null then
      filters := filters || ' and exists (select from public.credentials c where c.end_user_id = u.id and c.credential_type = $5)';
    end if;

    if total > exact_up_to and (term <> '' or $3 is not null) then
      execute 'select count(*), count(*) filter (where true ' || matches || ') from (select u.* from public.end_users u
        where true' || wall || case when $2 is null then '' else ' and u.organization_id = $4' end || ' order by u.created_at desc, u.id limit ' || probed || ') u
        where true ' || replace(filters, ' and u.organization_id = $4', '')
        into seen, hits using names, plate, tokens, $2, $3;
    end if;

    if term = '' or hits >= common_from then
      execute 'select array(select u.id from public.end_users u where true' || wall || filters || ' ' || matches || '
        order by u.created_at desc, u.id limit $6 offset $7)'
        into ids using names, plate, tokens, $2, $3, page, start;
      if term = '' and filters = '' then
        matched := total;
        matched_exact := total_exact;
      elsif hits is null or (term = '' and $3 is null) then
        execute 'select count(*) from public.end_users u where true' || wall || filters || ' ' || matches
          into matched using names, plate, tokens, $2, $3;
      else
        -- As often as among the newest; of one organisation's people when one was named.
        execute 'select count(*) from public.end_users u where true ' || case when $2 is null then 'and false' else 'and u.organization_id = $4' end
          into matched using names, plate, tokens, $2, $3;
        matched := round((case when $2 is null then total else matched end) * hits::numeric / probed);
        matched_exact := false;
      end if;
    else
      -- One statement: the ids found are read under the caller's policies, then counted and cut.
      execute '
        with found as materialized (
          select u.id, u.created_at from private.find_people($1, $2, $3, $8, $9) f (id) join public.end_users u on u.id = f.id
          where true' || wall || filters || ')
        select (select count(*) from found), array(select id from found order by created_at desc, id limit $6 offset $7)'
        into matched, ids using names, plate, tokens, $2, $3, page, start, scope, total <= exact_up_to;
    end if;
    return jsonb_build_object('ids', to_jsonb(ids), 'matched', matched, 'matched_exact', matched_exact,
      'total', total, 'total_exact', total_exact);
  end
  $$;
grant execute on function public.search_end_users(text, uuid, text, integer, integer, text[]) to system_admin, org_admin;
