-- Returns plates to correct. `unreadable`: an earlier rule allowed the plate and no camera reads it. `shared`: cameras write its
-- characters plainly, and that reading is another stored plate too. An organisation sees its own.
create or replace function public.plates_to_correct()
  returns table (credential_id uuid, plate text, problem text, other_plate text, end_user_id uuid, first_name text, last_name text,
    organization_id uuid, organization_name text)
  language sql stable security invoker
  set search_path = ''
  as $$
    with found as materialized (
      select k.id, k.display_value, k.plate_key, k.end_user_id, k.organization_id, private.is_plate(k.display_value) as is_plate,
        regexp_replace(upper(normalize(k.display_value, nfc) collate "und-x-icu"), '[^[:alnum:]]', '', 'g') as spelled
      from public.credentials k
      where k.credential_type = 'license_plate'
        -- Checked here as well as by the row policies.
        and (private.sees_every_organization() or k.organization_id = nullif(current_setting('app.org', true), '')::uuid)
        and (not private.is_plate(k.display_value) or k.display_value ~ '[^ -~ÅÄÖÆØÜåäöæøü]'))
    select f.id, f.display_value, case when f.is_plate then 'shared' else 'unreadable' end, other.display_value,
      f.end_user_id, u.first_name, u.last_name, f.organization_id, o.name
    from found f
    join public.end_users u on u.id = f.end_user_id
    join public.organizations o on o.id = f.organization_id
    left join lateral (
      select c.display_value from public.credentials c
      where f.is_plate and c.plate_key = f.plate_key and c.id <> f.id
        and (private.sees_every_organization() or c.organization_id = nullif(current_setting('app.org', true), '')::uuid)
        -- Equal characters of another alphabet mean the same car.
        and upper(normalize(f.display_value, nfd) collate "und-x-icu") ~ '[A-Z][\u0300-\u0362]|[ĐÐĦŁĿŊŦŒÞĲẞ]|SS'
        and regexp_replace(upper(normalize(c.display_value, nfc) collate "und-x-icu"), '[^[:alnum:]]', '', 'g') <> f.spelled
      order by c.created_at, c.id limit 1) other on true
    where not f.is_plate or other.display_value is not null
    order by o.name, u.last_name, f.id
    limit 200
  $$;
grant execute on function public.plates_to_correct() to system_admin, org_admin;
