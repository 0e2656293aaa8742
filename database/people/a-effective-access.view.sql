-- Access before a credential's `enabled` and validity are considered. The controller is linked to the organisation; at door controllers the door is
-- enabled, and linked if the organisation has door links there. One row per door and right; a gate has rows without a door. A row
-- with a schedule is access at its hours alone.

drop view if exists public.sync_states;
drop view if exists private.desired_replicas;
drop view if exists private.effective_access;
drop view if exists private.offered_rights;
drop view if exists public.access_rights;
create view public.access_rights with (security_invoker = true) as
  select a.organization_id, a.credential_id, a.controller_id, a.access_point_id, null::uuid as group_id, null::timestamptz as valid_from, null::timestamptz as valid_to,
    null::uuid as schedule_id
  from public.controller_assignments a
  union all
  select a.organization_id, a.credential_id, a.controller_id, a.access_point_id, a.group_id, a.valid_from, a.valid_to,
    a.schedule_id
  from public.access_group_rights a;
grant select on public.access_rights to system_admin, org_admin, portal_engine;
comment on view public.access_rights is
$$Direct rights, without group_id, and those of groups, with the membership's start and end and the schedule of their hours. A right that is given twice has a row for each.
@relation credential_id -> credentials(id)
@relation schedule_id -> schedules(id)$$;

-- Rights at places that the organisation is offered, with memberships that have not begun or are over.
create view private.offered_rights with (security_invoker = true) as
  select a.organization_id, a.credential_id, a.controller_id, a.access_point_id, a.schedule_id, a.valid_from, a.valid_to
  from public.access_rights a
  join public.organization_controllers l on l.organization_id = a.organization_id and l.controller_id = a.controller_id
  left join public.access_points p on p.controller_id = a.controller_id and p.id = a.access_point_id
  where case when a.access_point_id is null then true
    else p.enabled and (
      exists (select from public.organization_access_points d
              where d.organization_id = a.organization_id and d.access_point_id = a.access_point_id)
      or not exists (select from public.organization_access_points d
                     where d.organization_id = a.organization_id and d.controller_id = a.controller_id))
    end;
grant select on private.offered_rights to system_admin, org_admin, portal_engine;

create view private.effective_access with (security_invoker = true) as
  select a.organization_id, a.credential_id, a.controller_id, a.access_point_id, a.schedule_id
  from private.offered_rights a
  where (a.valid_from is null or now() >= a.valid_from) and not private.is_over(a.valid_to);
grant select on private.effective_access to system_admin, org_admin, portal_engine;
