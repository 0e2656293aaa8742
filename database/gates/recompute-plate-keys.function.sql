-- before: migrations
-- Recomputes stored keys, for a migration after the rule of private.plate_key changed, as a role that sees rows. Returns how many plates
-- have another key; their triggers write them on gates' lists again.
create or replace function private.recompute_plate_keys() returns integer
  language plpgsql
  set search_path = ''
  as $$
  declare
    aliases public.plate_aliases[];
    plates  integer;
  begin
    aliases := array(select a from public.plate_aliases a where a.plate_key is distinct from private.plate_key(a.plate_number));
    -- A reading that now matches two cars belongs to nobody, and may be linked again.
    aliases := aliases || array(select a from public.plate_aliases a
      where exists (select from unnest(aliases) o where o.controller_id = a.controller_id and o.credential_id <> a.credential_id
        and private.plate_key(o.plate_number) = a.plate_key));
    -- The job finds these near misses again when cameras next read the plates.
    delete from public.plate_near_misses m where m.plate_key is distinct from private.plate_key(m.plate_number);
    delete from public.plate_aliases a where a.id in (select o.id from unnest(aliases) o);
    update public.credentials c set credential_value = c.credential_value
    where c.credential_type = 'license_plate' and c.plate_key is distinct from private.plate_key(c.credential_value);
    get diagnostics plates = row_count;
    insert into public.plate_aliases (id, controller_id, organization_id, credential_id, plate_number, created_by, created_at, last_used_at)
    select distinct on (o.controller_id, private.plate_key(o.plate_number))
      o.id, o.controller_id, o.organization_id, o.credential_id, o.plate_number, o.created_by, o.created_at, o.last_used_at
    from unnest(aliases) o
    where private.is_plate_key(private.plate_key(o.plate_number))
      and not exists (select from unnest(aliases) other where other.controller_id = o.controller_id
        and private.plate_key(other.plate_number) = private.plate_key(o.plate_number) and other.credential_id <> o.credential_id)
      and not exists (select from public.credentials k join public.access_rights a on a.credential_id = k.id
        where k.plate_key = private.plate_key(o.plate_number) and a.controller_id = o.controller_id)
      and exists (select from public.credentials k where k.id = o.credential_id and k.plate_key is not null)
    order by o.controller_id, private.plate_key(o.plate_number), o.last_used_at desc
    on conflict do nothing;
    update public.access_logs l set plate_number = l.plate_number
    where l.plate_number !~ '^[0-9A-Za-z .-]*$' and l.plate_key is distinct from private.plate_key(l.plate_number);
    return plates;
  end
  $$;
