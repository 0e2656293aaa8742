-- Weekly codes and controller users exist on door controllers only.
create or replace function private.require_door_controller() returns trigger
  language plpgsql
  as $$
  begin
    if exists (select from public.controllers k where k.id = new.controller_id and not private.is_door_type(k.device_type)) then
      raise check_violation using
        message = 'only a door controller holds PINs', schema = 'public', table = tg_table_name, column = 'controller_id',
        constraint = tg_table_name || '_door_controller';
    end if;
    return new;
  end
  $$;

create or replace trigger door_controller before insert or update of controller_id on public.weekly_code_assignments
  for each row execute function private.require_door_controller();
create or replace trigger door_controller before insert or update of controller_id on public.weekly_code_settings
  for each row execute function private.require_door_controller();
create or replace trigger door_controller before insert or update of controller_id on public.controller_users
  for each row execute function private.require_door_controller();
