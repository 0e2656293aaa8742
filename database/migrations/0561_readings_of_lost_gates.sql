-- Cars that a reading may be, or was said to be, of organisations that have lost the gate since: they went on seeing when it was read.
delete from public.plate_aliases a
where not exists (select from public.organization_controllers o where o.organization_id = a.organization_id and o.controller_id = a.controller_id);
delete from public.plate_near_miss_candidates c using public.plate_near_misses m
where m.id = c.near_miss_id
  and not exists (select from public.organization_controllers o where o.organization_id = c.organization_id and o.controller_id = m.controller_id);
