-- run-as: portal_engine
-- Pauses and resumes the controller workers of every server; audited.

create or replace function private.pause_workers(p_reason text) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    actor constant uuid := nullif(current_setting('app.sub', true), '')::uuid;
  begin
    insert into public.worker_pause (paused_by, reason) values (actor, p_reason) on conflict do nothing;
    if not found then
      return false;
    end if;
    insert into public.audit (actor, action, after) values (actor, 'workers_paused', jsonb_build_array(jsonb_build_object('reason', p_reason)));
    return true;
  end
  $$;

create or replace function private.resume_workers() returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    delete from public.worker_pause;
    if not found then
      return false;
    end if;
    insert into public.audit (actor, action) values (nullif(current_setting('app.sub', true), '')::uuid, 'workers_resumed');
    perform pg_notify('sync', '');
    return true;
  end
  $$;
grant execute on function private.pause_workers(text), private.resume_workers() to system_admin;
