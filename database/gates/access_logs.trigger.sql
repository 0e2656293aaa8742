create or replace trigger decided_credential after insert on public.access_logs
  for each row when (new.credential_id is not null) execute function private.require_decided_credential();
