-- One page of ids by name, apartment, phone, plate and PIN, and both numbers of "Visar X av Y". Two plans, at a million people. Rare
-- term: union of index hits (2 ms; a scan takes 489). Common term: a walk from the newest that stops at a full page
-- (1.2 ms; the union takes 149). The newest 300 people decide. In another order a walk gives up after a while and the
-- index hits are sorted. Without a term every order is an index walk.

-- query         fewer than three characters: prefixes; else substrings. Blank: everybody.
-- pin_tokens    search tokens of a query of digits, one per organisation; null: no PIN search.
-- expired       only people with a credential (of credential_type, where given) that has ended.
-- controller_id only people with a credential at this controller or gate.
-- sort          created_at, name, organization (newest first in each), or valid_to (first end, nulls last).
-- Returns {ids, matched (X), matched_exact, total (Y), total_exact}; exact up to 20,000 people and for rare terms.
create or replace function public.search_end_users(
    query text default '', organization_id uuid default null, credential_type text default null,
    "limit" integer default 50, "offset" integer default 0, pin_tokens text[] default null,
    sort text default 'created_at', descending boolean default true, expired boolean default false, controller_id uuid default null) returns jsonb
  language plpgsql stable security invoker
  -- JIT would take ten times as long.
  set search_path = '' set jit = off
  as $$
  #variable_conflict use_column
  declare
    exact_up_to constant integer := 20000;
    probed      constant integer := 300;
    -- Two in a hundred: a page is among 2,500 rows, while the indexes return 20,000.
    common_from constant integer := 6;
    walked      constant integer := 10000;
    in_vain_up_to constant integer := 10;
    term    constant text := btrim(coalesce($1, ''));
    page    constant integer := least(greatest(coalesce($4, 50), 0), 1000);
    start   constant integer := greatest(coalesce($5, 0), 0);
    scope   constant uuid := coalesce(nullif(current_setting('app.org', true), '')::uuid, $2);
    names   text[];
    phone   text;
    plate   text;
    tokens  text[];
    of_org  constant text := case when $2 is null then '' else ' and u.organization_id = $4' end;
    of_type constant text := case when $3 is null then '' else ' and c.credential_type = $5' end;
    -- The condition of private.is_over, in the form of the indexes of ends.
    of_asked constant text := of_type || case when $9 then ' and coalesce(c.valid_to, ''infinity'') <= now()' else '' end;
    -- Checked here as well as by the row policies.
    guard    constant text := case when private.sees_every_organization() then ''
      else format(' and u.organization_id = %L', coalesce(nullif(current_setting('app.org', true), ''), '00000000-0000-0000-0000-000000000000')) end;
    of_place constant text := case when $10 is null then '' else format(' and exists (select from public.access_rights a
      join public.credentials h on h.id = a.credential_id where h.end_user_id = u.id and a.controller_id = %L)', $10) end;
    asked   constant text := of_org || of_place
      || case when of_asked = '' then '' else ' and exists (select from public.credentials c where c.end_user_id = u.id' || of_asked || ')' end;
    filters constant text := guard || asked;
    matches text := '';
    total   bigint;
    total_exact boolean := true;
    matched bigint;
    matched_exact boolean := true;
    hits    bigint;
    seen    bigint;
    ids     uuid[] := '{}';
    skip    bigint := start;
    had     integer;
    in_vain integer := 0;
    gave_up boolean := false;
    place   record;
    way     constant text := case when $8 then ' desc' else ' asc' end;
    keys    constant text := case $7
      when 'created_at' then 'u.created_at' || way || ', u.id' || case when $8 then ' asc' else ' desc' end
      when 'name' then 'u.search collate "sv-SE-x-icu"' || way || ', u.id' || way
      when 'organization' then 'o.name collate "sv-SE-x-icu"' || way || ', o.id' || way || ', u.created_at desc, u.id'
      when 'valid_to' then 'coalesce(c.valid_to, ''infinity'')' || way || ', c.id' || way end;
    -- A scalar subquery, which the planner cannot turn into a join of everybody.
    first   constant text := ' from public.credentials e where e.end_user_id = u.id' || replace(of_type, 'c.', 'e.')
      || ' order by coalesce(e.valid_to, ''infinity''), e.id limit 1';
    holds   constant text := 'exists (select from public.credentials c where c.end_user_id = u.id)';
    walk    constant text := case $7
      when 'valid_to' then 'select c.end_user_id as id from public.credentials c where true' || replace(guard || of_org, 'u.', 'c.') || of_asked || replace(of_place, 'u.id', 'c.end_user_id')
        || ' and (select e.id = c.id' || replace(first, 'u.id', 'c.end_user_id') || ')'
      else 'select u.id from public.end_users u where true' || filters end;
  begin
    if keys is null then
      raise invalid_parameter_value using message = 'people cannot be sorted by ' || coalesce($7, 'null');
    end if;

    -- The total Y. Over all organisations it is the planner's estimate.
    if nullif(current_setting('app.org', true), '') is null then
      select c.reltuples::bigint into total from pg_catalog.pg_class c where c.oid = 'public.end_users'::regclass and c.reltuples > exact_up_to;
      total_exact := total is null;
    end if;
    if total is null then
      execute 'select count(*) from public.end_users u where true' || guard into total;
    end if;

    if term <> '' then
      names := case when length(term) < 3
        then array[private.like_text(private.search_key(term)) || '%', '% ' || private.like_text(private.search_key(term)) || '%']
        else array['%' || private.like_text(private.search_key(term)) || '%'] end;
      phone := case when term ~ '^[0-9+() ./-]+$' then private.phone_key(term) end;
      names := case when length(phone) >= 3 and phone <> term then names || ('%' || phone || '%') else names end;
      plate := private.plate_key(term);
      plate := case when plate !~ '^[0-9A-ZÅÄÖÆØÜ]+$' then null when length(plate) < 3 then plate || '%' else '%' || plate || '%' end;
      tokens := nullif($6, '{}');
      -- With `exists` the planner would hash all plates. This form looks up three hundred.
      matches := ' and (u.search like any ($1) or u.search_extra like any ($1)'
        || case when plate is null then '' else ' or (select true from public.credentials c where c.end_user_id = u.id and c.plate_key like $2 limit 1)' end
        || case when tokens is null then '' else ' or private.has_pin_with(u.id, $3)' end
        || ')';
    end if;
    if total > exact_up_to and (term <> '' or $3 is not null) then
      execute 'select count(*), count(*) filter (where true ' || matches || ') from (select u.* from public.end_users u
        where true' || guard || of_org || ' order by u.created_at desc, u.id limit ' || probed || ') u
        where true ' || filters
        into seen, hits using names, plate, tokens, $2, $3;
    end if;

    if term = '' or hits >= common_from then
      if $7 = 'organization' then
        for place in execute 'select o.id from public.organizations o order by o.name collate "sv-SE-x-icu"' || way || ', o.id' || way loop
          continue when $2 is not null and place.id <> $2;
          if skip > 0 then
            execute 'select count(*) from public.end_users u where u.organization_id = $6' || filters || matches
              into seen using names, plate, tokens, $2, $3, place.id;
            skip := skip - seen;
            continue when skip >= 0;
          end if;
          had := cardinality(ids);
          execute 'select $9 || array(select u.id from public.end_users u where u.organization_id = $6' || filters || matches || '
            order by u.created_at desc, u.id limit $7 offset $8)'
            into ids using names, plate, tokens, $2, $3, place.id, page - cardinality(ids), case when skip < 0 then seen + skip else 0 end, ids;
          skip := 0;
          exit when cardinality(ids) >= page;
          in_vain := in_vain + (cardinality(ids) = had)::integer;
          gave_up := term <> '' and in_vain >= in_vain_up_to;
          exit when gave_up;
        end loop;
      elsif term = '' or $7 = 'created_at' then
        execute 'select array(' || walk || matches || ' order by ' || keys || ' limit $6 offset $7)'
          into ids using names, plate, tokens, $2, $3, page, start;
      else
        for place in execute 'select w.id, (select true ' || matches || ' from public.end_users u where u.id = w.id) as hit
            from (' || walk || ' order by ' || keys || ' limit ' || walked || ') w'
            using names, plate, tokens, $2, $3 loop
          continue when place.hit is null;
          skip := skip - 1;
          continue when skip >= 0;
          ids := ids || place.id;
          exit when cardinality(ids) >= page;
        end loop;
        gave_up := cardinality(ids) < page;
      end if;
      if $7 = 'valid_to' and of_asked = '' and cardinality(ids) < page then
        execute 'select $8 || array(select u.id from public.end_users u where true ' || filters || ' and not ' || holds || '
          order by u.created_at desc, u.id limit $6 - cardinality($8) offset case when cardinality($8) > 0 then 0
            else greatest($7 - (select count(*) from public.end_users u where true ' || filters || ' and ' || holds || '), 0) end)'
          into ids using names, plate, tokens, $2, $3, page, start, ids;
      end if;
      if term = '' and asked = '' then
        matched := total;
        matched_exact := total_exact;
      elsif hits is null or (term = '' and (of_asked = '' or hits < common_from)) then
        execute 'select count(*) from public.end_users u where true ' || filters || ' ' || matches
          into matched using names, plate, tokens, $2, $3;
      else
        execute 'select count(*) from public.end_users u where ' || case when $2 is null then 'false' else 'true' || guard || of_org end
          into matched using names, plate, tokens, $2, $3;
        matched := round((case when $2 is null then total else matched end) * hits::numeric / probed);
        matched_exact := false;
      end if;
    end if;
    if term <> '' and (hits is null or hits < common_from or gave_up) then
      -- Read under the caller's policies, then counted and cut to a page.
      execute '
        with found as materialized (
          select u.id, u.created_at, u.search, u.organization_id from private.find_people($1, $2, $3, $8, $9) f (id) join public.end_users u on u.id = f.id
          where true ' || filters || ')
        select (select count(*) from found), array(select u.id from found u ' || case $7
          when 'organization' then 'join public.organizations o on o.id = u.organization_id'
          when 'valid_to' then 'left join lateral (select e.id, e.valid_to' || first || ') c on true'
          else '' end || ' order by ' || case $7 when 'valid_to' then 'c.id is null, ' else '' end || keys || ', u.created_at desc, u.id limit $6 offset $7)'
        into matched, ids using names, plate, tokens, $2, $3, page, start, scope, total <= exact_up_to;
    end if;
    return jsonb_build_object('ids', to_jsonb(ids), 'matched', matched, 'matched_exact', matched_exact,
      'total', total, 'total_exact', total_exact);
  end
  $$;
grant execute on function public.search_end_users(text, uuid, text, integer, integer, text[], text, boolean, boolean, uuid) to system_admin, org_admin;
