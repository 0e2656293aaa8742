-- run-as: portal_engine
-- Retires a controller for good. A system admin attests it: unconfirmed replicas get an `attested` receipt.

-- Returns the number of attested replicas; null for an unknown controller.
create or replace function private.retire_controller(p_controller uuid, p_reason text) returns bigint
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    actor  constant uuid := nullif(current_setting('app.sub', true), '')::uuid;
    codes  uuid[];
    replicas bigint;
  begin
    if actor is null then
      raise insufficient_privilege using message = 'only a person can attest';
    end if;
    -- Persons are locked before controllers, so the groups' places are removed before the lock on the controller, for which saves of
    -- persons wait.
    perform private.remove_group_places(p_controller);
    -- Blocks new assignments through their foreign key.
    perform 1 from public.controllers k where k.id = p_controller for update;
    if not found then
      return null;
    end if;
    update public.controllers set enabled = false where id = p_controller and enabled;
    -- From now on another controller may write to the store of its network.
    update public.controllers set device_system = null, shares_system_with = null where id = p_controller;
    -- The raised fence refuses a running worker's next record.
    update public.controller_sync set fence = fence + 1, lease_owner = null, lease_until = '-infinity' where controller_id = p_controller;

    delete from public.access_group_doors where controller_id = p_controller;
    delete from public.controller_assignments where controller_id = p_controller;
    select array_agg(weekly_code_id) into codes from public.weekly_code_assignments where controller_id = p_controller;
    delete from public.weekly_code_assignments where controller_id = p_controller;
    delete from public.weekly_codes w where w.id = any (codes)
      and not exists (select from public.weekly_code_assignments a where a.weekly_code_id = w.id);
    delete from public.controller_users where controller_id = p_controller;

    perform 1 from public.device_sync d where d.controller_id = p_controller order by d.source_id for update;
    insert into public.sync_receipts (controller_id, controller_name, source_id, source_kind, organization_id, label, kind,
      generation, attested_by, reason, end_user_id, plate)
    select d.controller_id, k.name, d.source_id, d.source_kind, d.organization_id, d.label, 'attested', d.desired_gen, actor, p_reason,
      d.end_user_id, not private.is_door_type(k.device_type)
    from public.device_sync d join public.controllers k on k.id = d.controller_id
    where d.controller_id = p_controller;
    get diagnostics replicas = row_count;
    delete from public.controller_pins where controller_id = p_controller;
    delete from public.device_sync where controller_id = p_controller;

    insert into public.audit (actor, action, subject_table, subject_id, after, row_count)
    values (actor, 'controller_retired', 'controllers', p_controller,
      jsonb_build_array(jsonb_build_object('reason', p_reason, 'replicas', replicas)), greatest(replicas, 1));
    return replicas;
  end
  $$;
grant execute on function private.retire_controller(uuid, text) to system_admin;
