-- Statement triggers with transition tables: 20,000 assignments in one insert are one call.

do $$
declare
  bump record;
begin
  for bump in
    select * from (values
      ('controller_assignments',     'insert', 'on_assignments_inserted'),
      ('controller_assignments',     'delete', 'on_assignments_deleted'),
      ('access_group_rights',        'insert', 'on_assignments_inserted'),
      ('access_group_rights',        'update', 'on_rights_dated'),
      ('access_group_rights',        'delete', 'on_assignments_deleted'),
      ('credentials',                'update', 'on_credentials_updated'),
      ('end_users',                  'update', 'on_end_users_updated'),
      ('weekly_code_assignments',    'insert', 'on_weekly_assignments_inserted'),
      ('weekly_code_assignments',    'delete', 'on_weekly_assignments_deleted'),
      ('weekly_codes',               'update', 'on_weekly_codes_updated'),
      ('controller_users',           'insert', 'on_controller_users_inserted'),
      ('controller_users',           'update', 'on_controller_users_updated'),
      ('controller_users',           'delete', 'on_controller_users_deleted'),
      ('access_points',              'insert', 'on_doors_added'),
      ('access_points',              'update', 'on_doors_changed'),
      ('access_points',              'delete', 'on_doors_removed'),
      ('door_profiles',              'insert', 'on_doors_added'),
      ('door_profiles',              'update', 'on_door_profiles_changed'),
      ('door_profiles',              'delete', 'on_doors_removed'),
      ('organization_controllers',   'insert', 'on_doors_added'),
      ('organization_controllers',   'delete', 'on_doors_removed'),
      ('organization_access_points', 'insert', 'on_door_links_added'),
      ('organization_access_points', 'delete', 'on_door_links_removed'),
      ('controllers',                'insert', 'on_controllers_inserted'),
      ('controllers',                'update', 'on_controllers_updated')
    ) as bump (table_name, event, function_name)
  loop
    execute format('create or replace trigger new_generation_%s after %1$s on public.%I %s for each statement execute function private.%I()',
      bump.event, bump.table_name,
      case bump.event
        when 'insert' then 'referencing new table as new_rows'
        when 'delete' then 'referencing old table as old_rows'
        else 'referencing old table as old_rows new table as new_rows'
      end,
      bump.function_name);
  end loop;
end
$$;
