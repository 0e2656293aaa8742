-- Assignments that name a door (specification section 3).

drop view if exists public.access_assignments;
create view public.access_assignments with (security_invoker = true) as
  select id, organization_id, credential_id, controller_id, access_point_id
  from public.controller_assignments
  where access_point_id is not null;
grant select on public.access_assignments to system_admin, org_admin;
