-- run-as: portal_engine
-- The parts of public.search_end_users that must see past row policies: a trigram index cannot be used behind a policy
-- (LIKE is not leakproof), and pin_grams is read by nobody. Both look only inside the caller's organisation, which comes
-- from the transaction and not from an argument; what they find is then read again under the caller's own policies.

-- People by index: union of the ids that each condition finds. A null condition finds nothing. The trigram indexes know
-- nothing of organisations, so inside one a term that is common everywhere would be found a hundred thousand times to
-- keep a few: p_small_scope, or a look at the newest people of all, then has the organisation's own rows read instead.
create or replace function private.find_people(
    p_names text[], p_plate text, p_pin_tokens text[], p_organization uuid, p_small_scope boolean) returns setof uuid
  -- Few, as far as the planner is concerned: rare terms come here, and a page of them is looked up by key.
  language plpgsql stable security definer rows 50
  set search_path = '' set enable_seqscan = off set jit = off
  as $$
  declare
    scope constant uuid := coalesce(nullif(current_setting('app.org', true), '')::uuid, p_organization);
    within constant text := case when scope is null then '' else ' and organization_id = $4' end;
    by_organization boolean := false;
    name_column text := 'search';
    plate_column text := 'plate_key';
  begin
    if scope is not null then
      by_organization := p_small_scope or (
        select count(*) filter (where u.search like any (p_names)) >= 6
        from (select search from public.end_users order by created_at desc, id limit 300) u);
    end if;
    if by_organization then
      -- Expressions, which no trigram index answers.
      name_column := '(search || '''')';
      plate_column := '(plate_key || '''')';
    end if;
    -- Dynamic: the plan depends on the pattern, and a generic one knows nothing of it.
    return query execute format('
      select id from public.end_users where %1$s like any ($1)%3$s
      union select end_user_id from public.credentials where %2$s like $2%3$s
      union select end_user_id from public.credentials where pin_grams && $3%3$s', name_column, plate_column, within)
    using p_names, p_plate, p_pin_tokens, scope;
  end
  $$;
-- Its form without p_small_scope, of databases made before.
drop function if exists private.find_people(text[], text, text[], uuid);

-- Whether a person of the caller's organisation has a PIN with one of these tokens.
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
