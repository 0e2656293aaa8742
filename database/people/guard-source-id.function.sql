-- run-as: portal_engine
-- Keeps ids unique over credentials, weekly codes and controller users, since devices, reservations and the log know them by id
-- only. While a device still has a replica of a source, its id stays with that organisation. The refusal is the same as for a
-- taken id.

create or replace function private.guard_source_id() returns trigger
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    ids  constant uuid[] := array(select n.id from new_rows n);
    kind constant text := case tg_table_name when 'credentials' then 'credential' when 'weekly_codes' then 'weekly_code' else 'direct' end;
    taken boolean;
  begin
    taken := exists (select from public.device_sync d where d.source_id = any (ids) and d.source_kind <> kind)
      or (kind <> 'credential' and exists (select from public.credentials c where c.id = any (ids)))
      or (kind <> 'weekly_code' and exists (select from public.weekly_codes w where w.id = any (ids)))
      or (kind <> 'direct' and exists (select from public.controller_users u where u.id = any (ids)));
    if not taken and kind = 'credential' then
      taken := exists (select from public.device_sync d join public.credentials c on c.id = d.source_id
        where d.source_id = any (ids) and d.organization_id <> c.organization_id);
    end if;
    if taken then
      raise unique_violation using
        message = format('duplicate key value violates unique constraint "%s_pkey"', tg_table_name),
        schema = 'public', table = tg_table_name, constraint = tg_table_name || '_pkey';
    end if;
    return null;
  end
  $$;
grant execute on function private.guard_source_id() to portal_owner;
