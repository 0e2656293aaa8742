create or replace trigger version_insert after insert on public.schedules
  referencing new table as new_rows for each statement execute function private.record_schedule_versions();
create or replace trigger version_update after update on public.schedules
  referencing new table as new_rows for each statement execute function private.record_schedule_versions();
create or replace trigger version_delete after delete on public.schedules
  referencing old table as old_rows for each statement execute function private.record_schedule_versions();
create or replace trigger version_insert after insert on public.schedule_hours
  referencing new table as new_rows for each statement execute function private.record_schedule_versions();
create or replace trigger version_update after update on public.schedule_hours
  referencing new table as new_rows for each statement execute function private.record_schedule_versions();
create or replace trigger version_delete after delete on public.schedule_hours
  referencing old table as old_rows for each statement execute function private.record_schedule_versions();
create or replace trigger version_insert after insert on public.schedule_calendars
  referencing new table as new_rows for each statement execute function private.record_schedule_versions();
create or replace trigger version_update after update on public.schedule_calendars
  referencing new table as new_rows for each statement execute function private.record_schedule_versions();
create or replace trigger version_delete after delete on public.schedule_calendars
  referencing old table as old_rows for each statement execute function private.record_schedule_versions();
create or replace trigger version_insert after insert on public.calendar_days
  referencing new table as new_rows for each statement execute function private.record_schedule_versions();
create or replace trigger version_update after update on public.calendar_days
  referencing new table as new_rows for each statement execute function private.record_schedule_versions();
create or replace trigger version_delete after delete on public.calendar_days
  referencing old table as old_rows for each statement execute function private.record_schedule_versions();
