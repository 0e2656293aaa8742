-- What people write is stored in one form, and searched in it: composed, without invisible and direction-changing characters.
-- Twin of plainText (contract/plain-line.ts).
create function private.plain_text(p_text text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return case when p_text ~ '^[ -~]*$' then p_text
    else regexp_replace(normalize(p_text, nfc), '[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]', '', 'g') end;

create or replace function private.search_key(p_text text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return lower(private.plain_text(p_text) collate "und-x-icu");
grant execute on function private.plain_text(text) to public;

-- Stored before. With their own triggers, so that devices have the name that the list shows. The owner sees rows while this lasts.
do $$
declare
  stored record;
begin
  for stored in
    select * from (values
      ('access_points', array['name', 'door_name', 'description']), ('alert_webhooks', array['name']),
      ('controller_users', array['first_name', 'last_name']), ('controllers', array['name']), ('credentials', array['vehicle_type']),
      ('end_users', array['first_name', 'last_name']), ('organizations', array['name', 'description', 'purposes']),
      ('profiles', array['first_name', 'last_name'])) as s (table_name, columns)
  loop
    execute format('alter table public.%I no force row level security', stored.table_name);
    execute format('update public.%I set %s where %s', stored.table_name,
      (select string_agg(format('%1$I = coalesce(nullif(private.plain_text(%1$I), ''''), %1$I)', c), ', ') from unnest(stored.columns) c),
      (select string_agg(format('%1$I <> private.plain_text(%1$I)', c), ' or ') from unnest(stored.columns) c));
    execute format('alter table public.%I force row level security', stored.table_name);
  end loop;
end
$$;
