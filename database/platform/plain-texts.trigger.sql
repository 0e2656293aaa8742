-- Stores people's texts in one form (private.plain_text), whichever call writes them. A column that a portal role may write is listed here,
-- or in tests/integration/platform/plain-texts.test.ts with the reason why it needs none.
create or replace function private.store_plain_texts() returns trigger
  language plpgsql
  as $$
  declare
    written constant jsonb := to_jsonb(new);
    plain   jsonb := '{}';
    field   text;
  begin
    foreach field in array tg_argv loop
      if written ->> field is distinct from private.plain_text(written ->> field) then
        plain := plain || jsonb_build_object(field, private.plain_text(written ->> field));
      end if;
    end loop;
    return jsonb_populate_record(new, plain);
  end
  $$;

do $$
declare
  stored record;
begin
  for stored in
    select * from (values
      ('access_points', array['name', 'door_name', 'description']), ('alert_webhooks', array['name']),
      ('controller_users', array['first_name', 'last_name']), ('controllers', array['name']), ('credentials', array['vehicle_type']),
      ('end_users', array['first_name', 'last_name', 'apartment', 'note']), ('organizations', array['name', 'description', 'purposes']),
      ('profiles', array['first_name', 'last_name'])) as s (table_name, columns)
  loop
    execute format('create or replace trigger plain_texts before insert or update of %s on public.%I for each row when (%s) execute function private.store_plain_texts(%s)',
      (select string_agg(quote_ident(c), ', ') from unnest(stored.columns) c), stored.table_name,
      -- Plain ASCII needs no change.
      (select string_agg(format('new.%I ~ ''[^ -~]''', c), ' or ') from unnest(stored.columns) c),
      (select string_agg(quote_literal(c), ', ') from unnest(stored.columns) c));
  end loop;
end
$$;
