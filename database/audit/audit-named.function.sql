-- Adds names to the ids of a masked row, because people read names and a row outlives the objects it names.

-- Runs as its caller: the engine when an event is written, the reader when an older row has no names. A deleted or invisible object gets no
-- name.
create or replace function private.audit_named(p_table text, p_row jsonb) returns jsonb
  language plpgsql stable security invoker
  set search_path = ''
  as $$
  declare
    names jsonb := '{}';
    held  record;
  begin
    if p_row is null or jsonb_typeof(p_row) <> 'object' then
      return p_row;
    end if;
    if p_row ? 'credential_id' and not p_row ? 'end_user' then
      select c.end_user_id, c.credential_type, case c.credential_type when 'license_plate' then c.display_value end as plate
        into held from public.credentials c where c.id = (p_row ->> 'credential_id')::uuid;
      if not found then
        names := jsonb_build_object('end_user', private.audit_gone(null, (p_row ->> 'credential_id')::uuid));
      else
        names := jsonb_strip_nulls(jsonb_build_object('credential_type', held.credential_type, 'plate', held.plate,
          'end_user', coalesce((select u.first_name || ' ' || u.last_name from public.end_users u where u.id = held.end_user_id),
            private.audit_gone(held.end_user_id, (p_row ->> 'credential_id')::uuid))));
      end if;
    elsif p_row ? 'end_user_id' and not p_row ? 'end_user' then
      names := jsonb_build_object('end_user',
        coalesce((select u.first_name || ' ' || u.last_name from public.end_users u where u.id = (p_row ->> 'end_user_id')::uuid),
          private.audit_gone((p_row ->> 'end_user_id')::uuid, (p_row ->> 'id')::uuid)));
    end if;
    if p_row ? 'controller_id' and not p_row ? 'controller' then
      names := names || jsonb_build_object('controller',
        coalesce((select k.name from public.controllers k where k.id = (p_row ->> 'controller_id')::uuid), p_row ->> 'controller_name',
          private.audit_gone((p_row ->> 'controller_id')::uuid, null)));
    end if;
    if p_row ->> 'access_point_id' is not null and not p_row ? 'door' then
      names := names || jsonb_build_object('door',
        coalesce((select coalesce(nullif(d.door_name, ''), d.name) from public.access_points d where d.id = (p_row ->> 'access_point_id')::uuid),
          private.audit_gone((p_row ->> 'access_point_id')::uuid, null)));
    end if;
    if p_row ->> 'hours_schedule_id' is not null and not p_row ? 'door_hours' then
      names := names || jsonb_build_object('door_hours', (select s.name from public.schedules s where s.id = (p_row ->> 'hours_schedule_id')::uuid));
    end if;
    if p_table in ('access_group_doors', 'installation_group_doors') and p_row ->> 'schedule_id' is not null and not p_row ? 'schedule' then
      names := names || jsonb_build_object('schedule', (select s.name from public.schedules s where s.id = (p_row ->> 'schedule_id')::uuid));
    end if;
    if p_table = 'installation_group_doors' and not p_row ? 'group' then
      names := names || jsonb_build_object('group', (select g.name from public.installation_groups g where g.id = (p_row ->> 'group_id')::uuid));
    elsif p_row ->> 'group_id' is not null and not p_row ? 'group' then
      names := names || jsonb_build_object('group', (select g.name from public.access_groups g where g.id = (p_row ->> 'group_id')::uuid));
    end if;
    if p_table = 'controller_users' and jsonb_typeof(p_row -> 'access_point_ids') = 'array' and not p_row ? 'door' then
      names := names || jsonb_build_object('door', (select string_agg(coalesce(nullif(d.door_name, ''), d.name), ', ' order by d.name)
        from public.access_points d where d.id in (select e.id::uuid from jsonb_array_elements_text(p_row -> 'access_point_ids') e (id))));
    end if;
    if p_table in ('organization_controllers', 'organization_access_points', 'controllers', 'user_roles')
        and p_row ->> 'organization_id' is not null and not p_row ? 'organization' then
      names := names || jsonb_build_object('organization',
        (select o.name from public.organizations o where o.id = (p_row ->> 'organization_id')::uuid));
    end if;
    if p_row ? 'weekly_code_id' and not p_row ? 'weekly_code' then
      names := names || jsonb_build_object('weekly_code',
        (select 'v.' || w.week_number || ' ' || w.year from public.weekly_codes w where w.id = (p_row ->> 'weekly_code_id')::uuid));
    end if;
    return p_row || jsonb_strip_nulls(names);
  end
  $$;
grant execute on function private.audit_named(text, jsonb) to portal_engine, system_admin, org_admin;
