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
                     where (n.enabled, n.pin_use, n.pin_min, n.pin_max, n.pin_hours, n.pin_alone, n.pin_alone_on_device, n.hours_schedule_id, n.hours_problem, n.hours_token is null)
                       is distinct from (o.enabled, o.pin_use, o.pin_min, o.pin_max, o.pin_hours, o.pin_alone, o.pin_alone_on_device, o.hours_schedule_id, o.hours_problem, o.hours_token is null));
      end if;
    elsif tg_table_name = 'door_profiles' then
      if tg_op = 'DELETE' then
        ids := array(select distinct o.access_point_id from old_rows o);
      elsif tg_op = 'INSERT' then
        ids := array(select distinct n.access_point_id from new_rows n);
      else
        ids := array(select distinct n.access_point_id from new_rows n join old_rows o on o.access_point_id = n.access_point_id and o.schedule_ids = n.schedule_ids
                     where (n.hours_problem, n.hours_token is null) is distinct from (o.hours_problem, o.hours_token is null));
      end if;
    elsif tg_op = 'INSERT' then
      ids := array(select p.id from public.access_points p where p.controller_id in (select n.controller_id from new_rows n));
    else
      ids := array(select p.id from public.access_points p where p.controller_id in (select o.controller_id from old_rows o));
    end if;
    insert into public.door_versions (access_point_id, since, enabled, pin_use, pin_min, pin_max, pin_hours, pin_alone, pin_alone_on_device, hours_schedule_id, hours_state,
      profiles, organization_ids)
    select p.id, greatest(now(), (select max(x.since) from public.door_versions x where x.access_point_id = p.id)), p.enabled, p.pin_use, p.pin_min, p.pin_max, p.pin_hours, p.pin_alone, p.pin_alone_on_device, p.hours_schedule_id,
      case when p.hours_problem is not null then 'hours_withheld' when p.hours_schedule_id is not null and p.hours_token is null then 'hours_unconfirmed' end,
      coalesce((select jsonb_object_agg(md5(array_to_string(d.schedule_ids, ',')),
          case when d.hours_problem is not null then 'hours_not_kept' when d.hours_token is null then 'hours_unconfirmed' else '' end)
        from public.door_profiles d where d.access_point_id = p.id), '{}'),
      array(select o.organization_id from public.organization_controllers o
            where o.controller_id = p.controller_id
              and private.is_offered(o.organization_id, p.controller_id, p.id)
            order by 1)
    from public.access_points p where p.id = any (ids)
    on conflict (access_point_id, since) do update
      set enabled = excluded.enabled, pin_use = excluded.pin_use, pin_min = excluded.pin_min, pin_max = excluded.pin_max, pins_known_from = null,
        pin_hours = excluded.pin_hours, pin_alone = excluded.pin_alone, pin_alone_on_device = excluded.pin_alone_on_device,
        hours_schedule_id = excluded.hours_schedule_id, hours_state = excluded.hours_state, profiles = excluded.profiles, organization_ids = excluded.organization_ids;
    return null;
  end
  $$;
grant execute on function private.record_door_versions() to portal_owner;
