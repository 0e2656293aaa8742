-- run-as: portal_engine
-- Records each cause that keeps changes from a controller, in the transaction that begins or ends the cause. A restore writes its own rows,
-- since triggers are off then (server/backup/load.store.ts).

create or replace function private.record_controller_delays() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    update public.controller_delays d set until = greatest(clock_timestamp(), d.since)
    where d.controller_id = new.controller_id and d.until is null
      and (d.cause = 'unreachable' and new.failing_since is null or d.cause = 'restore_held' and new.restored_at is null);
    insert into public.controller_delays (controller_id, cause, since)
    select new.controller_id, b.cause, b.since
    from (values ('unreachable', new.failing_since), ('restore_held', new.restored_at)) b (cause, since)
    where b.since is not null
    on conflict do nothing;
    return null;
  end
  $$;
grant execute on function private.record_controller_delays() to portal_owner;
