-- run-as: portal_engine
-- Keeps a gate's earlier settings, in the transaction that changes them. Callers who may change a gate may not write these rows.

create or replace function private.record_gate_versions() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    ids uuid[];
  begin
    if tg_table_name = 'controllers' then
      if tg_op = 'INSERT' then
        ids := array(select n.id from new_rows n);
      else
        ids := array(select n.id from new_rows n join old_rows o on o.id = n.id
                     where (n.enabled, n.macro_id, n.relay_request, n.device_type, n.list_sync)
                       is distinct from (o.enabled, o.macro_id, o.relay_request, o.device_type, o.list_sync));
      end if;
    elsif tg_op = 'INSERT' then
      ids := array(select distinct n.controller_id from new_rows n);
    else
      ids := array(select distinct o.controller_id from old_rows o);
    end if;
    -- A change of the gate and one of its organisations see each other; a change of the gate has this lock.
    perform 1 from public.controllers k where k.id = any (ids) order by k.id for no key update;
    insert into public.gate_versions (controller_id, since, ready, list_sync, organization_ids)
    select k.id, greatest(now(), (select max(x.since) from public.gate_versions x where x.controller_id = k.id)), k.enabled and coalesce(k.macro_id, '') <> '' and not (private.opens_by_request(k.device_type) and k.relay_request is null), k.list_sync,
      array(select l.organization_id from public.organization_controllers l where l.controller_id = k.id order by 1)
    from public.controllers k where k.id = any (ids) and not private.is_door_type(k.device_type)
    on conflict (controller_id, since) do update
      set ready = excluded.ready, list_sync = excluded.list_sync, organization_ids = excluded.organization_ids;
    return null;
  end
  $$;
grant execute on function private.record_gate_versions() to portal_owner;
