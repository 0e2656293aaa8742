-- Organisation and controller are filled in from the parent, as the caller: a parent that the caller cannot see is a
-- missing parent (23503). The composite foreign keys then hold what was filled in.

create or replace function private.fill_credential() returns trigger
  language plpgsql
  as $$
  begin
    select u.organization_id into new.organization_id from public.end_users u where u.id = new.end_user_id;
    if not found then
      raise foreign_key_violation using
        message = 'the person does not exist', schema = 'public', table = 'credentials', column = 'end_user_id',
        constraint = 'credentials_organization_id_end_user_id_fkey';
    end if;
    return new;
  end
  $$;

-- A PIN opens a door of an Axis controller, a plate opens a gate; anything else would be a grant without effect.
-- What a form offers is what may be granted, to a table call too: the controller linked to the organisation, and the
-- door linked if the organisation has door links there. A later unlinking leaves the row; access then follows the
-- links, not the row.
create or replace function private.fill_assignment() returns trigger
  language plpgsql
  as $$
  declare
    credential record;
    place      record;
  begin
    select c.organization_id, c.credential_type into credential from public.credentials c where c.id = new.credential_id;
    if not found then
      raise foreign_key_violation using
        message = 'the credential does not exist', schema = 'public', table = 'controller_assignments', column = 'credential_id',
        constraint = 'controller_assignments_organization_id_credential_id_fkey';
    end if;
    new.organization_id := credential.organization_id;

    -- Only the lane knows what is on a device.
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
    if not found or not place.linked then
      raise foreign_key_violation using
        message = 'the controller is not among those of the organisation', schema = 'public', table = 'controller_assignments',
        column = 'controller_id', constraint = 'controller_assignments_controller_id_fkey';
    end if;
    if new.access_point_id is not null and not place.offered then
      raise foreign_key_violation using
        message = 'the door is not among those of the organisation', schema = 'public', table = 'controller_assignments',
        column = 'access_point_id', constraint = 'controller_assignments_controller_id_access_point_id_fkey';
    end if;

    if not (credential.credential_type = 'pin' and place.device_type = 'axis' and new.access_point_id is not null
         or credential.credential_type = 'license_plate' and place.device_type = 'axxon_lpr' and new.access_point_id is null) then
      raise check_violation using
        message = 'a PIN is assigned to a door of a door controller, a plate to a gate without door',
        schema = 'public', table = 'controller_assignments', constraint = 'controller_assignments_kind';
    end if;
    if credential.credential_type = 'pin' and not private.fits_reader(new.credential_id, new.access_point_id) then
      raise check_violation using
        message = 'the reader of this door takes PINs of another length',
        schema = 'public', table = 'controller_assignments', column = 'access_point_id', constraint = 'credentials_pin_length';
    end if;
    return new;
  end
  $$;

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

-- Weekly codes and people of the controller-users dialog live on door controllers only.
create or replace function private.require_door_controller() returns trigger
  language plpgsql
  as $$
  begin
    if exists (select from public.controllers k where k.id = new.controller_id and k.device_type <> 'axis') then
      raise check_violation using
        message = 'only a door controller holds PINs', schema = 'public', table = tg_table_name, column = 'controller_id',
        constraint = tg_table_name || '_door_controller';
    end if;
    return new;
  end
  $$;

create or replace function private.touch() returns trigger
  language plpgsql
  as $$
  begin
    -- Not now(): two saves in one transaction of a test, or of a script, are two saves.
    new.updated_at := clock_timestamp();
    return new;
  end
  $$;

-- The caller fires them; the rows they read are the caller's.
create or replace trigger fill_organization before insert or update of end_user_id, organization_id on public.credentials
  for each row execute function private.fill_credential();
create or replace trigger fill_organization before insert or update of credential_id, controller_id, access_point_id, organization_id
  on public.controller_assignments for each row execute function private.fill_assignment();
create or replace trigger fill_controller before insert or update of access_point_id, controller_id on public.organization_access_points
  for each row execute function private.fill_door_link();
create or replace trigger door_controller before insert or update of controller_id on public.weekly_code_assignments
  for each row execute function private.require_door_controller();
create or replace trigger door_controller before insert or update of controller_id on public.weekly_code_settings
  for each row execute function private.require_door_controller();
create or replace trigger door_controller before insert or update of controller_id on public.controller_users
  for each row execute function private.require_door_controller();
create or replace trigger touch before update on public.end_users for each row execute function private.touch();

-- Whoever gives a credential says until when, by a date or by a period: what a form never leaves open, a table call does not
-- either. The server's own work (a restore, an import of a device) may. The period's end is that of contract/validity.ts
-- (tests/integration/database/validity-times.test.ts).
create or replace function private.require_end() returns trigger
  language plpgsql
  as $$
  begin
    if private.pin_payer() is null then
      return new;
    end if;
    if tg_op = 'INSERT' and new.valid_to is null then
      new.valid_to := ((new.valid_from at time zone 'Europe/Stockholm') + replace(new.validity_period, '_', ' ')::interval)
        at time zone 'Europe/Stockholm';
    end if;
    if new.valid_to is null then
      raise not_null_violation using
        message = 'a credential has an end', schema = 'public', table = 'credentials', column = 'valid_to';
    end if;
    return new;
  end
  $$;
create or replace trigger require_end before insert or update of valid_to on public.credentials
  for each row execute function private.require_end();
