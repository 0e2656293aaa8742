-- run-as: portal_engine
-- Finds events by their words. It bypasses row policies (LIKE is not leakproof, so under them no index can be used), but stays inside the
-- organisation. The page reads the found rows under the caller's own policies.

-- p_patterns: LIKE patterns that must all match. A null filter is ignored.
create or replace function private.find_audit(
    p_patterns text[], p_organization uuid, p_actor uuid, p_subject uuid, p_since timestamptz, p_before timestamptz) returns setof uuid
  language plpgsql stable security definer rows 50
  set search_path = '' set enable_seqscan = off set jit = off
  as $$
  declare
    scope   constant uuid := coalesce(nullif(current_setting('app.org', true), '')::uuid, p_organization);
    filters text := '';
  begin
    for i in 1 .. cardinality(p_patterns) loop
      filters := filters || format(' and a.words like ($1)[%s]', i);
    end loop;
    if scope is not null then filters := filters || ' and a.organization_id = $2'; end if;
    if p_actor is not null then filters := filters || ' and a.actor = $3'; end if;
    if p_subject is not null then filters := filters || ' and a.subject_id = $4'; end if;
    if p_since is not null then filters := filters || ' and a.at >= $5'; end if;
    if p_before is not null then filters := filters || ' and a.at < $6'; end if;
    return query execute 'select a.id from public.audit a where true' || filters
      using p_patterns, scope, p_actor, p_subject, p_since, p_before;
  end
  $$;
grant execute on function private.find_audit(text[], uuid, uuid, uuid, timestamptz, timestamptz) to system_admin, org_admin;
