-- A PIN opens Axis doors, a plate opens gates. The controller must be linked to the organisation, and the door too if the organisation has
-- door links there. The row survives unlinking.
create or replace function private.fill_assignment() returns trigger
  language plpgsql
  as $$
  declare
    credential record;
    place      record;
    -- An undone removal gives people back what they had (people/undo-removal.function.sql).
    is_undone constant boolean := coalesce(current_setting('app.undoing', true), '') <> '';
  begin
    select c.organization_id, c.credential_type into credential from public.credentials c where c.id = new.credential_id;
    if not found then
      raise foreign_key_violation using
        message = 'the credential does not exist', schema = 'public', table = 'controller_assignments', column = 'credential_id',
        constraint = 'controller_assignments_organization_id_credential_id_fkey';
    end if;
    new.organization_id := credential.organization_id;

    -- Only the controller's worker knows what is on a device.
    if current_user <> 'portal_engine' then
      new.axis_user_token := null;
      new.axis_credential_token := null;
    end if;

    select k.device_type,
      exists (select from public.organization_controllers l
              where l.organization_id = new.organization_id and l.controller_id = new.controller_id) as linked,
      exists (select from public.organization_access_points l
              where l.organization_id = new.organization_id and l.access_point_id = new.access_point_id)
      or not exists (select from public.organization_access_points l
                     where l.organization_id = new.organization_id and l.controller_id = new.controller_id) as offered
    into place
    from public.controllers k where k.id = new.controller_id;
    if not found or not (place.linked or is_undone) then
      raise foreign_key_violation using
        message = 'the controller is not among those of the organisation', schema = 'public', table = 'controller_assignments',
        column = 'controller_id', constraint = 'controller_assignments_controller_id_fkey';
    end if;
    if new.access_point_id is not null and not (place.offered or is_undone) then
      raise foreign_key_violation using
        message = 'the door is not among those of the organisation', schema = 'public', table = 'controller_assignments',
        column = 'access_point_id', constraint = 'controller_assignments_controller_id_access_point_id_fkey';
    end if;

    if not (credential.credential_type = 'pin' and private.is_door_type(place.device_type) and new.access_point_id is not null
         or credential.credential_type = 'license_plate' and not private.is_door_type(place.device_type) and new.access_point_id is null) then
      raise check_violation using
        message = 'a PIN is assigned to a door of a door controller, a plate to a gate without door',
        schema = 'public', table = 'controller_assignments', constraint = 'controller_assignments_kind';
    end if;
    if credential.credential_type = 'pin' and not is_undone and not private.fits_reader(new.credential_id, new.access_point_id) then
      raise check_violation using
        message = 'the reader of this door takes PINs of another length',
        schema = 'public', table = 'controller_assignments', column = 'access_point_id', constraint = 'credentials_pin_length';
    end if;
    return new;
  end
  $$;
create or replace trigger fill_organization before insert or update of credential_id, controller_id, access_point_id, organization_id
  on public.controller_assignments for each row execute function private.fill_assignment();

create or replace trigger version_insert after insert on public.controller_assignments
  referencing new table as new_rows for each statement execute function private.record_credential_versions();
create or replace trigger version_delete after delete on public.controller_assignments
  referencing old table as old_rows for each statement execute function private.record_credential_versions();
