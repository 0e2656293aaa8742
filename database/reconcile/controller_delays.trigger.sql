create or replace trigger record_delays after update on public.controller_sync
  for each row when ((new.failing_since, new.restored_at) is distinct from (old.failing_since, old.restored_at))
  execute function private.record_controller_delays();
