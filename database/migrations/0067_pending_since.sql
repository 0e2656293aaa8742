-- Since when a copy waits: what /metrics, Drift and the alert about a slow revocation tell the age of. Meaningless while
-- the copy is in step. A change that comes while it waits does not make it younger.
alter table public.device_sync add column pending_since timestamptz not null default now();
create index device_sync_pending_since on public.device_sync (pending_since) where pending;

create function private.note_pending_since() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    new.pending_since := clock_timestamp();
    return new;
  end
  $$;
-- The condition is the trigger's, so that a copy that goes on waiting, or falls in step, calls no function.
create trigger pending_since before update of desired_gen, applied_gen on public.device_sync
  for each row when (old.desired_gen = old.applied_gen and new.desired_gen > new.applied_gen)
  execute function private.note_pending_since();
