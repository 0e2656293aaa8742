create or replace function private.fill_door_link() returns trigger
  language plpgsql
  as $$
  begin
    select a.controller_id into new.controller_id from public.access_points a where a.id = new.access_point_id;
    if not found then
      raise foreign_key_violation using
        message = 'the door does not exist', schema = 'public', table = 'organization_access_points', column = 'access_point_id',
        constraint = 'organization_access_points_controller_id_access_point_id_fkey';
    end if;
    return new;
  end
  $$;
create or replace trigger fill_controller before insert or update of access_point_id, controller_id on public.organization_access_points
  for each row execute function private.fill_door_link();
