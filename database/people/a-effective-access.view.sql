-- Access before `enabled` and validity are considered. The controller is linked to the organisation; at door controllers the door is
-- enabled, and linked if the organisation has door links there. One row per door; a gate has one row without a door.

drop view if exists public.sync_states;
drop view if exists private.desired_replicas;
drop view if exists private.effective_access;
create view private.effective_access with (security_invoker = true) as
  select a.organization_id, a.credential_id, a.controller_id, a.access_point_id
  from public.controller_assignments a
  join public.organization_controllers l on l.organization_id = a.organization_id and l.controller_id = a.controller_id
  left join public.access_points p on p.controller_id = a.controller_id and p.id = a.access_point_id
  where case when a.access_point_id is null then true
    else p.enabled and (
      exists (select from public.organization_access_points d
              where d.organization_id = a.organization_id and d.access_point_id = a.access_point_id)
      or not exists (select from public.organization_access_points d
                     where d.organization_id = a.organization_id and d.controller_id = a.controller_id))
    end;
grant select on private.effective_access to system_admin, org_admin, portal_engine;
