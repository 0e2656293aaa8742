-- run-as: portal_engine
-- Tells why a controller is idle, in codes and times: neither people nor the written reason of a pause.

create or replace function private.workers_paused_at() returns timestamptz
  language sql stable security definer
  set search_path = ''
  as $$ select p.paused_at from public.worker_pause p $$;

create or replace function private.controller_cause(p_controller uuid) returns text
  language plpgsql stable security definer
  set search_path = ''
  as $$
  begin
    return (select case when not c.enabled then 'disabled' when private.workers_paused_at() is not null then 'workers_paused'
        else s.last_error end
      from public.controllers c left join public.controller_sync s on s.controller_id = c.id where c.id = p_controller);
  end
  $$;

grant execute on function private.workers_paused_at(), private.controller_cause(uuid) to system_admin, org_admin, portal_owner;
