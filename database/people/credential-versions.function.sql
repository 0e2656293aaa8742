-- run-as: portal_engine
-- Keeps a credential's earlier settings, in the transaction that changes them. Callers who may change a credential may not write these
-- rows.

create or replace function private.add_credential_versions(p_ids uuid[]) returns void
  language plpgsql
  -- Uses the keys whatever the statistics: 20,000 credentials may be assigned in one statement.
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  begin
    insert into public.credential_versions (credential_id, since, enabled, valid_from, valid_to, access_point_ids, controller_ids, pin_digits)
    -- No join, since the caller forbids nested loops.
    select c.id, now(), c.enabled, c.valid_from, c.valid_to,
      coalesce((select array_agg(distinct a.access_point_id) from public.access_rights a
                where a.credential_id = c.id and a.access_point_id is not null
                  and (a.valid_from is null or now() >= a.valid_from) and not private.is_over(a.valid_to)), '{}'),
      coalesce((select array_agg(distinct a.controller_id) from public.access_rights a
                where a.credential_id = c.id and a.access_point_id is null
                  and (a.valid_from is null or now() >= a.valid_from) and not private.is_over(a.valid_to)), '{}'),
      case when c.credential_type = 'pin' then private.encrypted_pin_digits(c.credential_value) end
    from public.credentials c
    where c.id = any (p_ids)
    on conflict (credential_id, since) do update
      set enabled = excluded.enabled, valid_from = excluded.valid_from, valid_to = excluded.valid_to,
        access_point_ids = excluded.access_point_ids, controller_ids = excluded.controller_ids,
        pin_digits = excluded.pin_digits, pins_known_from = null;
  end
  $$;

create or replace function private.record_credential_versions() returns trigger
  language plpgsql security definer
  -- The plan for a single change is kept for a change of all rows, and a nested loop over both would be quadratic.
  set search_path = '' set enable_nestloop = off
  as $$
  declare
    others uuid[];
  begin
    if tg_table_name in ('controller_assignments', 'access_group_rights') then
      if tg_op <> 'DELETE' then
        perform private.add_credential_versions(array(select distinct n.credential_id from new_rows n));
      else
        perform private.add_credential_versions(array(select distinct o.credential_id from old_rows o));
      end if;
    elsif tg_op = 'INSERT' then
      perform private.add_credential_versions(array(select n.id from new_rows n));
    else
      perform private.add_credential_versions(array(
        select n.id from new_rows n join old_rows o on o.id = n.id
        where (n.enabled, n.valid_from, n.valid_to, n.plate_key) is distinct from (o.enabled, o.valid_from, o.valid_to, o.plate_key)
          or n.credential_type = 'pin' and n.credential_value is distinct from o.credential_value
            and private.encrypted_pin_digits(n.credential_value) is distinct from private.encrypted_pin_digits(o.credential_value)));
      others := array(select n.id from new_rows n join old_rows o on o.id = n.id where n.plate_key is distinct from o.plate_key);
      if cardinality(others) > 0 then
        update public.credential_versions v set other_plate = true where v.credential_id = any (others) and v.since = now();
      end if;
    end if;
    return null;
  end
  $$;
grant execute on function private.record_credential_versions() to portal_owner;
