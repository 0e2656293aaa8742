create or replace trigger require_pin_rule before update of pin_alone on public.access_points
  for each row when (new.pin_alone and not old.pin_alone) execute function private.require_pin_rule();
create or replace trigger compare_for_pin_alone after update of pin_alone on public.access_points
  for each row when (old.pin_alone <> new.pin_alone) execute function private.compare_for_pin_alone();
