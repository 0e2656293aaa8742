create or replace trigger version_insert after insert on public.access_points
  referencing new table as new_rows for each statement execute function private.record_door_versions();
create or replace trigger version_update after update on public.access_points
  referencing old table as old_rows new table as new_rows for each statement execute function private.record_door_versions();
create or replace trigger version_insert after insert on public.organization_controllers
  referencing new table as new_rows for each statement execute function private.record_door_versions();
create or replace trigger version_delete after delete on public.organization_controllers
  referencing old table as old_rows for each statement execute function private.record_door_versions();
create or replace trigger version_insert after insert on public.organization_access_points
  referencing new table as new_rows for each statement execute function private.record_door_versions();
create or replace trigger version_delete after delete on public.organization_access_points
  referencing old table as old_rows for each statement execute function private.record_door_versions();
create or replace trigger version_insert after insert on public.door_profiles
  referencing new table as new_rows for each statement execute function private.record_door_versions();
create or replace trigger version_update after update on public.door_profiles
  referencing old table as old_rows new table as new_rows for each statement execute function private.record_door_versions();
create or replace trigger version_delete after delete on public.door_profiles
  referencing old table as old_rows for each statement execute function private.record_door_versions();
