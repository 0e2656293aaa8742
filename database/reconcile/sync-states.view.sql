-- One row per replica, under the reader's policies. The comment below declares relations for /rest/v1, since
-- device_sync has no foreign key to its source. credential_id and end_user_id are null for deleted people, weekly codes
-- and controller users.
-- state  synced           the device is as desired
--        pending_removal  unwanted, removal unconfirmed ("väntar på borttagning"), whatever failed last
--        failed           refused by the device or unreachable: last_error; retried
--        pending          not there yet
-- controller_cause  what blocks the whole controller: disabled, workers_paused or a driver's code
-- suspended_until  the device has it switched off and without doors, as desired, and until when
-- outdated  what the controller may still open for although the portal has taken it away: access, or code, validity, doors

drop view if exists public.sync_states;
create view public.sync_states with (security_invoker = true) as
  select s.controller_id, s.controller_name, s.source_id, s.source_kind, s.credential_id, s.end_user_id, s.organization_id,
    s.label, s.desired,
    case
      when not s.desired and s.suspended_until is not null and not s.own_pending then 'synced'
      when not s.desired and (s.pending or s.on_device) then 'pending_removal'
      when not s.pending then 'synced'
      when s.last_error is not null then 'failed'
      else 'pending'
    end as state,
    s.last_error, s.attempts, s.next_try_at, s.synced_at,
    case when s.pending or (not s.desired and s.on_device and s.suspended_until is null) then private.controller_cause(s.controller_id) end as controller_cause,
    case when not s.desired and s.on_device and s.suspended_until is null then array['access']
      when s.desired and s.pending then s.outdated else '{}' end as outdated,
    case when not s.desired then s.suspended_until end as suspended_until
  from (
    select d.controller_id, k.name as controller_name, d.source_id, d.source_kind, c.id as credential_id, c.end_user_id,
      d.organization_id, d.label, d.last_error, d.attempts, d.next_try_at, d.synced_at,
      d.outdated, d.applied_digest is not null as on_device, d.suspended_until, d.pending as own_pending,
      d.pending or d.controller_id in (select private.controllers_pending()) as pending,
      case d.source_kind
        when 'credential' then private.is_desired((private.is_door_type(k.device_type) or private.keeps_plate_list(k.id))
          and exists (select from private.effective_access e
                      where e.credential_id = d.source_id and e.controller_id = d.controller_id 
                        and (e.schedule_id is null or e.access_point_id is not null)), c.enabled, c.valid_to)
        else private.other_replica_desired(d.controller_id, d.source_id, d.source_kind)
      end as desired
    from public.device_sync d
    join public.controllers k on k.id = d.controller_id
    left join public.credentials c on c.id = d.source_id and d.source_kind = 'credential'
  ) s;
grant select on public.sync_states to system_admin, org_admin;

comment on view public.sync_states is
$$Replicas on devices and how far they have come.
@relation credential_id -> credentials(id)
@relation end_user_id -> end_users(id)$$;
