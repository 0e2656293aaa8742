create or replace trigger require_own_hours before update of hours_schedule_id on public.access_points
  for each row when (old.hours_schedule_id is distinct from new.hours_schedule_id) execute function private.require_own_hours();
create or replace trigger compare_for_door_hours after update of hours_schedule_id on public.access_points
  for each row when (old.hours_schedule_id is distinct from new.hours_schedule_id) execute function private.compare_for_door_hours();

create or replace trigger compare_for_schedule_hours after insert or update or delete on public.schedule_hours
  for each row execute function private.compare_for_schedule();
create or replace trigger compare_for_schedule_calendars after insert or update or delete on public.schedule_calendars
  for each row execute function private.compare_for_schedule();
create or replace trigger compare_for_calendar_days after insert or update or delete on public.calendar_days
  for each row execute function private.compare_for_calendar();
