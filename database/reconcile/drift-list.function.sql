-- Lists differences under the reader's policies: first the portal's own, uncorrected ones. `settled`: confirmed since, or no longer
-- desired; null for unmanaged objects. `total`: kept items, at most a thousand per report.
create or replace function public.drift_list(p_limit integer default 50, p_offset integer default 0)
  returns table (controller_id uuid, controller_name text, compared_at timestamptz, item jsonb, settled boolean, total bigint)
  language plpgsql stable security invoker
  set search_path = ''
  as $$
  #variable_conflict use_column
  begin
    return query
    select f.controller_id, f.name, f.compared_at, f.item, f.settled, count(*) over ()
    from (
      select r.controller_id, c.name, r.compared_at, i.item, i.place,
        case when i.item ->> 'kind' = 'replica_differs' then not exists (
          select from public.device_sync d
          where d.controller_id = r.controller_id and d.source_id = (i.item ->> 'source_id')::uuid and d.pending) end as settled
      from public.drift_reports r
      join public.controllers c on c.id = r.controller_id
      cross join lateral jsonb_array_elements(r.items) with ordinality as i (item, place)
      where r.total_items > 0
    ) f
    order by f.settled nulls last, array_position(array['pin_shared', 'hours_differ', 'orphan_found', 'unknown_object', 'orphan_removed'], f.item ->> 'kind'),
      f.name, f.controller_id, f.place
    limit least(greatest(coalesce(p_limit, 50), 0), 200) offset greatest(coalesce(p_offset, 0), 0);
  end
  $$;
grant execute on function public.drift_list(integer, integer) to system_admin;
