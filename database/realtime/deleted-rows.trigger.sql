create or replace trigger access_logs_deleted after delete on public.access_logs
  referencing old table as deleted for each statement execute function private.record_deleted_rows();
