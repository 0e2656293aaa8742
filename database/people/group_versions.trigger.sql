create or replace trigger version_insert after insert on public.access_groups
  referencing new table as new_rows for each statement execute function private.record_group_versions();
create or replace trigger version_update after update on public.access_groups
  referencing new table as new_rows for each statement execute function private.record_group_versions();
create or replace trigger version_delete after delete on public.access_groups
  referencing old table as old_rows for each statement execute function private.record_group_versions();
create or replace trigger version_insert after insert on public.access_group_doors
  referencing new table as new_rows for each statement execute function private.record_group_versions();
create or replace trigger version_update after update on public.access_group_doors
  referencing new table as new_rows for each statement execute function private.record_group_versions();
create or replace trigger version_delete after delete on public.access_group_doors
  referencing old table as old_rows for each statement execute function private.record_group_versions();
create or replace trigger version_insert after insert on public.access_group_members
  referencing new table as new_rows for each statement execute function private.record_membership_versions();
create or replace trigger version_update after update on public.access_group_members
  referencing new table as new_rows for each statement execute function private.record_membership_versions();
create or replace trigger version_delete after delete on public.access_group_members
  referencing old table as old_rows for each statement execute function private.record_membership_versions();
