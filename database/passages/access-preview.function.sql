-- "Efter att du sparar": how access differs before and after a save, which its caller rolls back (server/passages/access-preview.ts). Under
-- the caller's policies.
--
-- Terms of a person at a place: `door's hours#right,right,…`, where hours are `content@schedule` and a right is `content|from|until@schedule`.
-- `content` is a hash of a schedule's hours, or `always`. Times are UTC, empty for a start that has passed and `~` for no end, so they sort.

-- Returns a hash of a schedule's hours and calendars; its name and the order of its rows do not matter.
create or replace function private.schedule_content(p_schedule uuid) returns text
  language sql stable security invoker
  set search_path = ''
  as $$
    select md5(concat_ws('#',
      (select string_agg(concat_ws('/', h.weekday, h.from_minute, h.to_minute, h.every_weeks,
          -- The anchor's week among every_weeks, which is never negative, as remainders of earlier weeks would be.
          ((h.anchor - extract(isodow from h.anchor)::integer - date '2000-12-31') / 7 % h.every_weeks + h.every_weeks) % h.every_weeks,
          coalesce(h.valid_from::text, '-'), coalesce(h.valid_until::text, '-')), ','
          order by h.weekday, h.from_minute, h.to_minute, h.every_weeks, h.anchor, h.valid_from, h.valid_until)
        from public.schedule_hours h where h.schedule_id = p_schedule),
      (select string_agg(d.said, ';' order by l.place) from public.schedule_calendars l
        cross join lateral (
          select string_agg(concat_ws('/', coalesce(c.holiday, '-'), c.first_day, c.last_day, c.hours::text), ',' order by c.first_day, c.holiday) as said
          from public.calendar_days c where c.calendar_id = l.calendar_id) d
        where l.schedule_id = p_schedule)))
  $$;

-- Returns the terms of people at places now. Null people: all who have a right there. Null places: all. Null organisation: any.
create or replace function private.access_terms(p_people uuid[], p_places uuid[], p_organization uuid)
  returns table (place uuid, person uuid, terms text, span text)
  language plpgsql stable security invoker
  set search_path = '' set jit = off
  as $$
  #variable_conflict use_column
  declare
    everything constant boolean := private.sees_every_organization();
    own        constant uuid := coalesce(p_organization, nullif(current_setting('app.org', true), '')::uuid);
    every      constant boolean := everything and p_organization is null;
  begin
    return query
    with given as materialized (
      select r.credential_id, coalesce(r.access_point_id, r.controller_id) as place, r.schedule_id, r.valid_from, r.valid_to
      from private.offered_rights r
      where p_people is not null and r.credential_id in (select c.id from public.credentials c where c.end_user_id = any (p_people))
        and (p_places is null or coalesce(r.access_point_id, r.controller_id) = any (p_places)) and (every or r.organization_id = own)
      union all
      select r.credential_id, r.access_point_id, r.schedule_id, r.valid_from, r.valid_to
      from private.offered_rights r
      where p_people is null and r.access_point_id = any (p_places) and (every or r.organization_id = own)
      union all
      select r.credential_id, r.controller_id, r.schedule_id, r.valid_from, r.valid_to
      from private.offered_rights r
      where p_people is null and r.access_point_id is null and r.controller_id = any (p_places) and (every or r.organization_id = own)),
    doors as materialized (select p.id, p.hours_schedule_id from public.access_points p where p.id in (select g.place from given g)),
    said as materialized (
      select s.id, private.schedule_content(s.id) || '@' || s.id as hours, private.schedule_content(s.id) as content
      from (select g.schedule_id as id from given g union select d.hours_schedule_id from doors d) s where s.id is not null)
    select g.place, c.end_user_id,
      coalesce(min(h.hours), '') || '#' || string_agg(distinct coalesce(s.content, 'always')
        || '|' || case when g.valid_from > now() then to_char(g.valid_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') else '' end
        || '|' || coalesce(to_char(g.valid_to at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '~')
        || '@' || coalesce(g.schedule_id::text, ''), ','),
      string_agg(distinct concat_ws('/', case when c.valid_from > now() then c.valid_from end, c.valid_to), ',')
    from given g
    join public.credentials c on c.id = g.credential_id and private.is_live(c.enabled, c.valid_to)
    left join doors d on d.id = g.place
    left join said h on h.id = d.hours_schedule_id
    left join said s on s.id = g.schedule_id
    where not private.is_over(g.valid_to)
    group by g.place, c.end_user_id;
  end
  $$;

-- Returns terms without the rights that another right contains.
create or replace function private.shortest_terms(p_terms text) returns text
  language sql immutable
  set search_path = ''
  as $$
    with rights as (
      select split_part(r, '@', 1) as said, min(split_part(r, '@', 2)) as schedule
      from regexp_split_to_table(split_part(p_terms, '#', 2), ',') r group by 1),
    parts as (
      select r.*, split_part(r.said, '|', 1) as content, split_part(r.said, '|', 2) collate "C" as since, split_part(r.said, '|', 3) collate "C" as until from rights r)
    select split_part(p_terms, '#', 1) || '#' || string_agg(p.said || '@' || p.schedule, ',' order by p.said)
    from parts p
    where not exists (select from parts o
      where o.said <> p.said and o.content in (p.content, 'always') and o.since <= p.since and o.until >= p.until)
  $$;

-- Opens a cursor over the access before the save. The cursor returns that access even when it is first read after the save.
create or replace function private.keep_access(p_people uuid[], p_places uuid[], p_organization uuid) returns void
  language plpgsql security invoker
  set search_path = ''
  as $$
  declare
    kept refcursor := 'access_before';
  begin
    open kept no scroll for
      select array_agg(t.place), array_agg(t.person), array_agg(t.terms), array_agg(t.span)
      from private.access_terms(p_people, p_places, p_organization) t;
  end
  $$;

-- Compares the access stored by keep_access with the present access of `p_people` at `p_places`; with null places and an empty
-- list of people, nobody has access now. Returns {people: {gain, lose, hours, dates}, changes: [{place, kind, people, names, had,
-- has}], schedules}.
create or replace function private.access_difference(p_people uuid[], p_places uuid[], p_organization uuid, p_names integer) returns jsonb
  language plpgsql security invoker
  set search_path = '' set jit = off
  as $$
  #variable_conflict use_column
  declare
    kept   refcursor := 'access_before';
    places uuid[];
    people uuid[];
    terms  text[];
    spans  text[];
    answer jsonb;
  begin
    fetch kept into places, people, terms, spans;
    close kept;
    with had as (
      select b.place, b.person, b.terms, b.span from unnest(places, people, terms, spans) as b (place, person, terms, span)),
    differing as materialized (
      select coalesce(h.place, b.place) as place, coalesce(h.person, b.person) as person, coalesce(b.terms, '') as had, coalesce(h.terms, '') as has,
        b.span is distinct from h.span as is_dated
      from had b full join private.access_terms(p_people, p_places, p_organization) h on h.place = b.place and h.person = b.person
      where (b.terms, b.span) is distinct from (h.terms, h.span)),
    shortened as materialized (
      select c.had, c.has, c.is_dated, case when c.had <> '' then private.shortest_terms(c.had) end as had_terms,
        case when c.has <> '' then private.shortest_terms(c.has) end as has_terms
      from (select distinct d.had, d.has, d.is_dated from differing d) c),
    kinds as materialized (
      select s.*, case when s.had_terms is null then 'gain' when s.has_terms is null then 'lose'
        when regexp_replace(s.had_terms, '(\|[^@]*)?@[0-9a-f-]*', '', 'g') <> regexp_replace(s.has_terms, '(\|[^@]*)?@[0-9a-f-]*', '', 'g') then 'hours'
        when s.is_dated or s.is_other then 'dates' end as kind
      from (select h.*, regexp_replace(h.had_terms, '@[0-9a-f-]*', '', 'g') <> regexp_replace(h.has_terms, '@[0-9a-f-]*', '', 'g') as is_other from shortened h) s),
    changed as materialized (
      select d.place, d.person, k.kind, case when k.kind <> 'dates' or k.is_other then k.had_terms end as had, case when k.kind <> 'dates' or k.is_other then k.has_terms end as has
      from differing d join kinds k on k.had = d.had and k.has = d.has and k.is_dated = d.is_dated where k.kind is not null),
    named as materialized (
      select w.person, u.first_name || ' ' || u.last_name as name, u.search as sort
      from (select distinct c.person from changed c) w join public.end_users u on u.id = w.person),
    grouped as (
      select c.place, c.kind, c.had, c.has, count(*)::integer as people,
        (array_agg(n.name order by n.sort collate "sv-SE-x-icu", n.name))[1:p_names] as names
      from changed c join named n on n.person = c.person group by 1, 2, 3, 4)
    select jsonb_build_object(
      'people', (select jsonb_build_object('gain', count(distinct c.person) filter (where c.kind = 'gain'), 'lose', count(distinct c.person) filter (where c.kind = 'lose'),
          'hours', count(distinct c.person) filter (where c.kind = 'hours'), 'dates', count(distinct c.person) filter (where c.kind = 'dates'),
          'total', count(distinct c.person)) from changed c),
      'changes', coalesce((select jsonb_agg(jsonb_build_object('controller_id', k.id, 'controller', k.name, 'access_point_id', p.id,
          'name', coalesce(nullif(btrim(p.door_name), ''), p.name, k.name), 'kind', g.kind, 'people', g.people, 'names', g.names, 'had', g.had, 'has', g.has)
          order by k.name collate "sv-SE-x-icu", coalesce(nullif(btrim(p.door_name), ''), p.name) collate "sv-SE-x-icu", g.place, g.kind, g.people desc, g.had, g.has)
        from grouped g left join public.access_points p on p.id = g.place
        join public.controllers k on k.id = coalesce(p.controller_id, g.place)), '[]'),
      'schedules', coalesce((select jsonb_object_agg(s.id, s.name) from public.schedules s
        where s.id::text in (select m[1] from grouped g cross join lateral regexp_matches(concat(g.had, g.has), '@([0-9a-f-]{36})', 'g') m)), '{}'))
      into answer;
    return answer;
  end
  $$;

grant execute on function private.schedule_content(uuid), private.access_terms(uuid[], uuid[], uuid), private.shortest_terms(text),
  private.keep_access(uuid[], uuid[], uuid), private.access_difference(uuid[], uuid[], uuid, integer) to system_admin, org_admin;
