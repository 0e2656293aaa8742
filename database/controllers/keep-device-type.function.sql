-- run-as: portal_engine
-- A controller with people keeps its type: another driver could not remove their replicas.
create or replace function private.keep_device_type() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if new.device_type <> old.device_type and (
      exists (select from public.device_sync where controller_id = new.id)
      or exists (select from public.controller_assignments where controller_id = new.id)
      or exists (select from public.access_group_doors where controller_id = new.id)
      or exists (select from public.installation_group_doors where controller_id = new.id)
      or exists (select from public.weekly_code_assignments where controller_id = new.id)
      or exists (select from public.controller_users where controller_id = new.id)) then
      raise restrict_violation using
        message = 'the device type cannot change while the controller has people',
        schema = 'public', table = 'controllers', column = 'device_type', constraint = 'controllers_device_type_in_use';
    end if;
    return new;
  end
  $$;

grant execute on function private.keep_device_type() to portal_owner;
