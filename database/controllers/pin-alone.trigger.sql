create or replace trigger require_pin_rule before update of pin_alone on public.access_points
  for each row when (new.pin_alone and not old.pin_alone) execute function private.require_pin_rule();
create or replace trigger compare_for_pin_alone after update of pin_alone on public.access_points
  for each row when (old.pin_alone <> new.pin_alone) execute function private.compare_for_pin_alone();

create or replace trigger audit_pin_alone after update on public.access_points for each row
  when ((old.pin_alone, old.pin_alone_on_device and old.missing_since is null)
    is distinct from (new.pin_alone, new.pin_alone_on_device and new.missing_since is null))
  execute function private.audit_pin_alone();
create or replace trigger audit_pin_alone_added after insert on public.access_points for each row
  when (new.pin_alone or new.pin_alone_on_device) execute function private.audit_pin_alone();
create or replace trigger audit_pin_alone_removed after delete on public.access_points for each row
  when (old.pin_alone) execute function private.audit_pin_alone();
