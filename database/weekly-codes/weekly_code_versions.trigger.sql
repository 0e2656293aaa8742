create or replace trigger version_insert after insert on public.weekly_codes
  referencing new table as new_rows for each statement execute function private.record_weekly_code_versions();
create or replace trigger version_update after update on public.weekly_codes
  referencing new table as new_rows for each statement execute function private.record_weekly_code_versions();
create or replace trigger version_delete after delete on public.weekly_codes
  referencing old table as old_rows for each statement execute function private.record_weekly_code_versions();
create or replace trigger version_insert after insert on public.weekly_code_assignments
  referencing new table as new_rows for each statement execute function private.record_weekly_code_versions();
create or replace trigger version_delete after delete on public.weekly_code_assignments
  referencing old table as old_rows for each statement execute function private.record_weekly_code_versions();
