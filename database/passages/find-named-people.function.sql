-- run-as: portal_engine
-- Bypasses row policies (LIKE is not leakproof, so under them no index can be used), but stays inside the organisation. The log reads the
-- found rows under the caller's own policies.

-- Returns ids of people by their names. p_patterns: LIKE patterns that must all match.
create or replace function private.find_named_people(p_patterns text[], p_most integer) returns setof uuid
  language plpgsql stable security definer rows 50
  set search_path = '' set enable_seqscan = off set jit = off
  as $$
  declare
    scope constant uuid := nullif(current_setting('app.org', true), '')::uuid;
    by_index boolean := true;
    filters text := '';
  begin
    if scope is not null then
      by_index := not private.are_common_names(p_patterns, true);
      filters := ' and u.organization_id = $2';
    end if;
    for i in 1 .. cardinality(p_patterns) loop
      -- Two characters have no trigram, so the whole index would be read.
      filters := filters || format(' and %s like ($1)[%s]',
        case when by_index and length(p_patterns[i]) >= 5 then 'u.search' else '(u.search || '''')' end, i);
    end loop;
    return query execute 'select u.id from public.end_users u where true' || filters || ' limit $3'
      using p_patterns, scope, p_most;
  end
  $$;

-- Returns the ids of people, present or removed, who have removed credentials. Few people have any.
create or replace function private.find_logged_people(p_patterns text[], p_most integer) returns setof uuid
  language sql stable security definer rows 50
  set search_path = '' set jit = off
  as $$
    select f.id from private.find_named_people(p_patterns, p_most) f (id)
      where exists (select from public.removed_credentials r where r.end_user_id = f.id)
    union all
    select p.id from public.removed_people p
      where p.search like all (p_patterns)
        and p.organization_id = coalesce(nullif(current_setting('app.org', true), '')::uuid, p.organization_id)
    limit p_most
  $$;
grant execute on function private.find_named_people(text[], integer), private.find_logged_people(text[], integer)
  to system_admin, org_admin;
