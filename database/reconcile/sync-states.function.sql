-- run-as: portal_engine
-- Facts for view public.sync_states that its readers may not look up.

-- Returns controllers whose changes of doors, links or connection have not reached every replica.
create or replace function private.controllers_pending() returns setof uuid
  language sql stable security definer rows 10
  set search_path = ''
  as $$ select controller_id from public.controller_sync where desired_gen > applied_gen $$;

create or replace function private.other_replica_desired(p_controller uuid, p_source uuid, p_kind text) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
  begin
    return coalesce((select c.desired from private.desired_replicas c
                     where c.controller_id = p_controller and c.source_id = p_source and c.source_kind = p_kind), false);
  end
  $$;

create or replace function private.keeps_plate_list(p_controller uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$ select coalesce((select c.list_sync from public.controllers c where c.id = p_controller), false) $$;

grant execute on function private.controllers_pending(), private.other_replica_desired(uuid, uuid, text), private.keeps_plate_list(uuid)
  to system_admin, org_admin, portal_owner;
