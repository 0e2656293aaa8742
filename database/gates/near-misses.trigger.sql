create or replace trigger plates_assigned after insert on public.controller_assignments
  referencing new table as new_rows for each statement execute function private.on_plates_assigned();
create or replace trigger plates_assigned after insert on public.access_group_rights
  referencing new table as new_rows for each statement execute function private.on_plates_assigned();
create or replace trigger plates_changed after update on public.credentials
  referencing old table as old_rows new table as new_rows for each statement execute function private.on_plates_changed();

create or replace trigger gates_withdrawn after delete on public.organization_controllers
  referencing old table as old_rows for each statement execute function private.on_gates_withdrawn();

create or replace trigger candidates_deleted after delete on public.plate_near_miss_candidates
  referencing old table as old_rows for each statement execute function private.on_candidates_deleted();

create or replace trigger aliases_made after insert on public.plate_aliases
  referencing new table as new_rows for each statement execute function private.on_aliases_made();
create or replace trigger aliases_ended after delete on public.plate_aliases
  referencing old table as old_rows for each statement execute function private.on_aliases_ended();
