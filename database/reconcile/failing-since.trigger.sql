-- Records when failing began: last_error alone has the newest failure, which is always a moment ago.
create or replace function private.record_failing_since() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    new.failing_since := case when new.last_error is null then null else clock_timestamp() end;
    return new;
  end
  $$;

-- Another failure is the same trouble: the time is set once and cleared when a run succeeds.
create or replace trigger failing_since before update of last_error on public.controller_sync
  for each row when ((old.last_error is null) <> (new.last_error is null))
  execute function private.record_failing_since();
