-- run-as: portal_engine
-- Keeps a door's earlier settings, in the transaction that changes them. Callers who may change a door may not write these rows.

create or replace function private.record_door_versions() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    ids uuid[];
  begin
    if tg_table_name = 'access_points' then
      if tg_op = 'INSERT' then
        ids := array(select n.id from new_rows n);
      else
        ids := array(select n.id from new_rows n join old_rows o on o.id = n.id
                     where (n.enabled, n.pin_use, n.pin_min, n.pin_max, n.hours_schedule_id)
                       is distinct from (o.enabled, o.pin_use, o.pin_min, o.pin_max, o.hours_schedule_id));
      end if;
    elsif tg_op = 'INSERT' then
      ids := array(select p.id from public.access_points p where p.controller_id in (select n.controller_id from new_rows n));
    else
      ids := array(select p.id from public.access_points p where p.controller_id in (select o.controller_id from old_rows o));
    end if;
    insert into public.door_versions (access_point_id, since, enabled, pin_use, pin_min, pin_max, hours_schedule_id, organization_ids)
    select p.id, now(), p.enabled, p.pin_use, p.pin_min, p.pin_max, p.hours_schedule_id,
      array(select o.organization_id from public.organization_controllers o
            where o.controller_id = p.controller_id
              and private.is_offered(o.organization_id, p.controller_id, p.id)
            order by 1)
    from public.access_points p where p.id = any (ids)
    on conflict (access_point_id, since) do update
      set enabled = excluded.enabled, pin_use = excluded.pin_use, pin_min = excluded.pin_min, pin_max = excluded.pin_max, pins_known_from = null,
        hours_schedule_id = excluded.hours_schedule_id, organization_ids = excluded.organization_ids;
    return null;
  end
  $$;
grant execute on function private.record_door_versions() to portal_owner;
