-- Triggers that change the rights of access groups (people/access-groups.function.sql).

create or replace trigger version_insert after insert on public.access_group_rights
  referencing new table as new_rows for each statement execute function private.record_credential_versions();
create or replace trigger version_update after update on public.access_group_rights
  referencing new table as new_rows for each statement execute function private.record_credential_versions();
create or replace trigger version_delete after delete on public.access_group_rights
  referencing old table as old_rows for each statement execute function private.record_credential_versions();
create or replace trigger group_rights_insert after insert on public.access_group_doors
  referencing new table as new_rows for each statement execute function private.on_group_doors_added();
create or replace trigger group_rights_delete after delete on public.access_group_doors
  referencing old table as old_rows for each statement execute function private.on_group_doors_removed();
create or replace trigger group_rights_update after update on public.access_group_doors
  referencing new table as new_rows for each statement execute function private.on_group_doors_scheduled();
create or replace trigger require_group_schedule before insert or update of schedule_id on public.access_group_doors
  for each row when (new.schedule_id is not null) execute function private.require_group_schedule();
create or replace trigger group_rights_insert after insert on public.access_group_members
  referencing new table as new_rows for each statement execute function private.on_members_added();
create or replace trigger group_rights_update after update on public.access_group_members
  referencing new table as new_rows for each statement execute function private.on_members_dated();
create or replace trigger group_rights_delete after delete on public.access_group_members
  referencing old table as old_rows for each statement execute function private.on_members_removed();
-- Runs after pin_quota, which locks the person more strongly. If a shared lock were taken first, two new PINs could deadlock.
create or replace trigger rights_of_groups_insert after insert on public.credentials
  referencing new table as new_rows for each statement execute function private.on_credentials_of_members();
create or replace trigger group_rights_update after update on public.credentials
  referencing old table as old_rows new table as new_rows for each statement execute function private.on_pins_of_members();
create or replace trigger await_installation_groups before insert or delete on public.organization_controllers
  for each statement execute function private.await_installation_groups();
create or replace trigger await_installation_groups before insert or delete on public.organization_access_points
  for each statement execute function private.await_installation_groups();
create or replace trigger group_rights_insert after insert on public.organization_controllers
  referencing new table as new_rows for each statement execute function private.on_places_offered();
create or replace trigger group_rights_delete after delete on public.organization_controllers
  referencing old table as old_rows for each statement execute function private.on_links_removed();
create or replace trigger group_rights_insert after insert on public.organization_access_points
  referencing new table as new_rows for each statement execute function private.on_places_offered();
create or replace trigger group_rights_delete after delete on public.organization_access_points
  referencing old table as old_rows for each statement execute function private.on_places_offered();
create or replace trigger group_rights_update after update on public.access_points
  referencing old table as old_rows new table as new_rows for each statement execute function private.on_reader_lengths();
