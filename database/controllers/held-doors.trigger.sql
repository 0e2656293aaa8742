create or replace trigger begin_door_state after insert on public.access_points
  for each row execute function private.begin_door_state();
create or replace trigger keep_held_door before delete on public.access_points
  for each row execute function private.keep_held_doors();
create or replace trigger end_withdrawn_holds after insert or delete on public.organization_access_points
  for each statement execute function private.end_withdrawn_holds();
create or replace trigger end_withdrawn_holds after delete on public.organization_controllers
  for each statement execute function private.end_withdrawn_holds();
create or replace trigger end_holds_when_off after update of enabled on public.access_points
  for each row when (old.enabled and not new.enabled) execute function private.end_holds_of_switched_off();
create or replace trigger end_holds_when_off after update of enabled on public.controllers
  for each row when (old.enabled and not new.enabled) execute function private.end_holds_of_switched_off();
