create or replace trigger guard_source_id after insert on public.credentials
  referencing new table as new_rows for each statement execute function private.guard_source_id();
create or replace trigger guard_source_id after insert on public.weekly_codes
  referencing new table as new_rows for each statement execute function private.guard_source_id();
create or replace trigger guard_source_id after insert on public.controller_users
  referencing new table as new_rows for each statement execute function private.guard_source_id();
