-- run-as: portal_engine
-- Bypasses row policies (LIKE is not leakproof; pin_grams are unreadable), but stays inside the organisation.

-- Tells whether matching names are so common that an index over all organisations would return more rows than one organisation has: two in
-- a hundred of the newest people. p_every: all patterns must match, else any.
create or replace function private.are_common_names(p_patterns text[], p_every boolean) returns boolean
  language sql stable security definer
  set search_path = '' set jit = off
  as $$
    select count(*) filter (where case when p_every then u.search like all (p_patterns)
      else u.search like any (p_patterns) or u.search_extra like any (p_patterns) end) >= 6
    from (select search, search_extra from public.end_users order by created_at desc, id limit 300) u
  $$;

-- Finds people. Trigram indexes span organisations; for a common term or a small scope, one organisation is read by itself.
create or replace function private.find_people(
    p_names text[], p_plate text, p_pin_tokens text[], p_organization uuid, p_small_scope boolean) returns setof uuid
  language plpgsql stable security definer rows 50
  set search_path = '' set enable_seqscan = off set jit = off
  as $$
  declare
    scope constant uuid := coalesce(nullif(current_setting('app.org', true), '')::uuid, p_organization);
    within constant text := case when scope is null then '' else ' and organization_id = $4' end;
    by_organization boolean := false;
    name_column text := 'search';
    more_column text := 'search_extra';
    plate_column text := 'plate_key';
  begin
    if scope is not null then
      by_organization := p_small_scope or private.are_common_names(p_names, false);
    end if;
    if by_organization then
      name_column := '(search || '''')';
      more_column := '(search_extra || '''')';
      plate_column := '(plate_key || '''')';
    end if;
    return query execute format('
      select id from public.end_users where %1$s like any ($1)%3$s
      union select id from public.end_users where %4$s like any ($1)%3$s
      union select end_user_id from public.credentials where %2$s like $2%3$s
      union select end_user_id from public.credentials where pin_grams && $3%3$s', name_column, plate_column, within, more_column)
    using p_names, p_plate, p_pin_tokens, scope;
  end
  $$;

create or replace function private.has_pin_with(p_person uuid, p_pin_tokens text[]) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
  begin
    return exists (select from public.credentials c
      where c.end_user_id = p_person and c.pin_grams && p_pin_tokens
        and c.organization_id = coalesce(nullif(current_setting('app.org', true), '')::uuid, c.organization_id));
  end
  $$;

grant execute on function private.find_people(text[], text, text[], uuid, boolean), private.has_pin_with(uuid, text[])
  to system_admin, org_admin;
