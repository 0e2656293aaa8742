-- Assignments that name a door (docs/requirements.md, section 3). fits_reader: false where the reader takes no code of that length, because its
-- limits changed after the code was given. The length itself is not revealed.

drop view if exists public.access_assignments;
create view public.access_assignments with (security_invoker = true) as
  select id, organization_id, credential_id, controller_id, access_point_id,
    private.fits_reader(credential_id, access_point_id) as fits_reader
  from public.controller_assignments
  where access_point_id is not null;
grant select on public.access_assignments to system_admin, org_admin;
