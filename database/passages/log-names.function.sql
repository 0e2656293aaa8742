-- Returns the ids that each word of a log search names: ids of credentials, doors, controllers, and of openings and holds by the person who
-- ordered them. The log is then read by the indexes of those columns. A comparison with `search_text` would join each row of the period to
-- its names first.

-- words  as typed. since: the log is read from here on, null: from its beginning.
-- Returns for each word, in their order, {credential_id, access_point_id, controller_id, command_id, hold_id}, lists of ids, and
-- {removed_controller, removed_door}, lists of names of deleted places; null where the word names more than two
-- hundred things, which the caller then finds by `search_text`.
create or replace function public.log_names(words text[], since timestamptz default null) returns jsonb
  language plpgsql stable security invoker
  set search_path = '' set jit = off
  as $$
  #variable_conflict use_column
  declare
    -- The number of ids that fit in a URL (contract/log-search.ts).
    most      constant integer := 200;
    most_words constant integer := 20;
    everything constant boolean := private.sees_every_organization();
    own       constant uuid := nullif(current_setting('app.org', true), '');
    patterns  text[] := '{}';
    -- Words that name people only: a matching row belongs to somebody who has them all.
    of_people text[] := '{}';
    places    jsonb[] := '{}';
    place     jsonb;
    found     jsonb := '[]';
    of_word   uuid[];
  begin
    if cardinality(words) > most_words then
      raise invalid_parameter_value using message = 'a search of the log has at most 20 words';
    end if;
    for i in 1 .. coalesce(cardinality(words), 0) loop
      patterns := patterns || ('%' || private.like_text(private.search_key(coalesce(words[i], ''))) || '%');
      place := jsonb_build_object(
        'access_point_id', array(select a.id from public.access_points a
          where (private.search_key(a.name) like patterns[i] or private.search_key(a.door_name) like patterns[i])
            and (everything or a.controller_id in (select l.controller_id from public.organization_controllers l where l.organization_id = own))
          limit most + 1),
        'controller_id', array(select k.id from public.controllers k where private.search_key(k.name) like patterns[i]
          and (everything or k.id in (select l.controller_id from public.organization_controllers l where l.organization_id = own))
          limit most + 1),
        'command_id', array(select m.id from public.door_commands m where private.search_key(m.requested_as) like patterns[i]
          and m.created_at >= coalesce(since, '-infinity') - interval '1 day'
          and (everything or coalesce(m.organization_id, own) = own) limit most + 1),
        'hold_id', array(select h.id from public.door_holds h where private.search_key(h.requested_as) like patterns[i]
          -- A hold ends within half a day, and is then logged again.
          and h.created_at >= coalesce(since, '-infinity') - interval '1 day'
          and (everything or coalesce(h.organization_id, own) = own) limit most + 1),
        'removed_controller', '[]'::jsonb,
        'removed_door', '[]'::jsonb)
        || (select coalesce(jsonb_object_agg(r.kept_in, r.names), '{}') from (
             select f.kept_in, jsonb_agg(f.name) as names from private.find_removed_places(patterns[i], most + 1) f group by f.kept_in) r);
      places := places || place;
      if private.ids_in(place) = 0 and words[i] !~ '\d' then
        of_people := of_people || patterns[i];
      end if;
    end loop;
    for i in 1 .. coalesce(cardinality(words), 0) loop
      of_word := private.named_credentials(array[patterns[i]], most + 1);
      if cardinality(of_word) > most then
        of_word := private.named_credentials(patterns[i] || array_remove(of_people, patterns[i]), most + 1);
      end if;
      place := places[i] || jsonb_build_object('credential_id', of_word);
      found := found || jsonb_build_array(case when private.ids_in(place) <= most then place end);
    end loop;
    return found;
  end
  $$;
grant execute on function public.log_names(text[], timestamptz) to system_admin, org_admin;

-- Returns credentials of people whose names match all patterns, as the caller sees them.
create or replace function private.named_credentials(p_patterns text[], p_most integer) returns uuid[]
  language sql stable security invoker
  set search_path = ''
  as $$
    select array(
      select c.id from private.find_named_people(p_patterns, p_most) f (id)
      join public.end_users u on u.id = f.id join public.credentials c on c.end_user_id = u.id
      where private.sees_every_organization() or u.organization_id = nullif(current_setting('app.org', true), '')::uuid
      union all
      select r.id from private.find_logged_people(p_patterns, p_most) f (id) join public.removed_credentials r on r.end_user_id = f.id
      where private.sees_every_organization() or r.organization_id = nullif(current_setting('app.org', true), '')::uuid
      limit p_most)
  $$;

create or replace function private.ids_in(p_place jsonb) returns bigint
  language sql immutable
  set search_path = ''
  as $$ select coalesce(sum(jsonb_array_length(value)), 0) from jsonb_each(p_place) $$;
grant execute on function private.named_credentials(text[], integer), private.ids_in(jsonb) to system_admin, org_admin;
