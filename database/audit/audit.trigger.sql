-- Administrative changes are audited, whether a function or a table call makes them.

do $$
declare
  audited record;
  event   text;
begin
  for audited in
    select * from (values
      ('organizations',              'r.id'),
      ('profiles',                   'null::uuid'),
      ('user_roles',                 'r.organization_id'),
      ('controllers',                'null::uuid'),
      ('access_points',              'null::uuid'),
      ('organization_controllers',   'r.organization_id'),
      ('organization_access_points', 'r.organization_id'),
      ('end_users',                  'r.organization_id'),
      ('credentials',                'r.organization_id'),
      ('controller_assignments',     'r.organization_id'),
      ('access_groups',              'r.organization_id'),
      ('access_group_doors',         'r.organization_id'),
      ('access_group_members',       'r.organization_id'),
      ('installation_groups',        'null::uuid'),
      ('installation_group_doors',   'null::uuid'),
      ('schedules',                  'r.organization_id'),
      ('calendars',                  'r.organization_id'),
      ('plate_aliases',              'r.organization_id'),
      ('weekly_codes',               'null::uuid'),
      ('weekly_code_assignments',    'null::uuid'),
      ('weekly_code_settings',       'null::uuid'),
      ('controller_users',           'null::uuid'),
      ('mfa_requirements',           'null::uuid'),
      ('alert_settings',             'null::uuid'),
      ('alert_opt_outs',             'null::uuid'),
      ('alert_webhooks',             'null::uuid'),
      ('notice_choices',             'null::uuid'),
      ('installation_webhook',       'null::uuid')
    ) as audited (table_name, organization)
  loop
    foreach event in array array['insert', 'update', 'delete'] loop
      continue when event = 'update'
        and audited.table_name in ('organization_controllers', 'organization_access_points', 'weekly_code_assignments', 'alert_opt_outs', 'plate_aliases');
      execute format('create or replace trigger audit_%s after %1$s on public.%I %s for each statement execute function private.audit_change(%L)',
        event, audited.table_name,
        case event
          when 'insert' then 'referencing new table as new_rows'
          when 'delete' then 'referencing old table as old_rows'
          else 'referencing old table as old_rows new table as new_rows'
        end,
        audited.organization);
    end loop;
  end loop;
end
$$;

-- Charges the quota of events that change no row. Names with a dot are exempt: table changes, and `auth.…`, which has its own quota. A bulk
-- event is charged once, and its parts are not.
create or replace trigger charge before insert on public.audit for each row
  when (new.actor is not null and new.actor::text = current_setting('app.sub', true) and position('.' in new.action) = 0
    and private.audit_whole(new.before, new.after) is null)
  execute function private.audit_consume_quota();

create or replace trigger complete before insert on public.audit for each row execute function private.audit_complete();
create or replace trigger await_chain after insert on public.audit
  referencing new table as new_rows for each statement execute function private.audit_await_chain();
