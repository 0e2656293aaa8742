-- Records since when a replica waits: shown on the page and in /metrics, and used by the alert about a slow revocation.
create or replace function private.record_pending_since() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    new.pending_since := clock_timestamp();
    return new;
  end
  $$;

-- The condition is in the trigger, so that a replica that keeps waiting, or is in step, calls no function.
create or replace trigger pending_since before update of desired_gen, applied_gen on public.device_sync
  for each row when (old.desired_gen = old.applied_gen and new.desired_gen > new.applied_gen)
  execute function private.record_pending_since();
