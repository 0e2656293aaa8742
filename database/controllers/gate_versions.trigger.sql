create or replace trigger version_insert after insert on public.controllers
  referencing new table as new_rows for each statement execute function private.record_gate_versions();
create or replace trigger version_update after update on public.controllers
  referencing old table as old_rows new table as new_rows for each statement execute function private.record_gate_versions();
create or replace trigger gate_version_insert after insert on public.organization_controllers
  referencing new table as new_rows for each statement execute function private.record_gate_versions();
create or replace trigger gate_version_delete after delete on public.organization_controllers
  referencing old table as old_rows for each statement execute function private.record_gate_versions();
