-- A month that is dropped whole is not told row by row: by then retention has deleted its rows.
create or replace trigger access_logs_deleted after delete on public.access_logs
  referencing old table as deleted for each statement execute function private.note_deleted_rows();
