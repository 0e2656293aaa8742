-- run-as: portal_engine
-- Adds names and origin to every audit row.

-- Returns an object's name; null without a name or a row. `p_row`: the row as audited; `p_id`: its id where only that is known.
create or replace function private.audit_name(p_table text, p_id uuid, p_row jsonb) returns text
  language plpgsql stable security definer
  set search_path = ''
  as $$
  declare
    row_of constant jsonb := coalesce(p_row, '{}');
  begin
    case p_table
      when 'organizations' then
        return coalesce(row_of ->> 'name', (select o.name from public.organizations o where o.id = p_id));
      when 'end_users' then
        return coalesce((row_of ->> 'first_name') || ' ' || (row_of ->> 'last_name'),
          (select u.first_name || ' ' || u.last_name from public.end_users u where u.id = p_id));
      when 'access_groups' then
        return coalesce(row_of ->> 'name', (select g.name from public.access_groups g where g.id = p_id));
      when 'installation_groups' then
        return coalesce(row_of ->> 'name', (select g.name from public.installation_groups g where g.id = p_id));
      when 'installation_group_doors' then
        return coalesce(row_of ->> 'group', (select g.name from public.installation_groups g where g.id = (row_of ->> 'group_id')::uuid));
      when 'schedules' then
        return coalesce(row_of ->> 'name', (select s.name from public.schedules s where s.id = p_id));
      when 'calendars' then
        return coalesce(row_of ->> 'name', (select c.name from public.calendars c where c.id = p_id));
      when 'access_group_doors', 'access_group_members' then
        return coalesce(row_of ->> 'group', (select g.name from public.access_groups g where g.id = (row_of ->> 'group_id')::uuid));
      when 'credentials' then
        return coalesce(row_of ->> 'end_user', (select u.first_name || ' ' || u.last_name from public.end_users u
                where u.id = coalesce((row_of ->> 'end_user_id')::uuid, (select c.end_user_id from public.credentials c where c.id = p_id))));
      when 'controller_assignments', 'plate_aliases' then
        return coalesce(row_of ->> 'end_user',
          (select u.first_name || ' ' || u.last_name from public.credentials c join public.end_users u on u.id = c.end_user_id
           where c.id = (row_of ->> 'credential_id')::uuid));
      when 'controllers' then
        return coalesce(row_of ->> 'name', (select k.name from public.controllers k where k.id = p_id));
      when 'organization_controllers', 'weekly_code_assignments', 'weekly_code_settings' then
        return coalesce(row_of ->> 'controller', (select k.name from public.controllers k where k.id = (row_of ->> 'controller_id')::uuid));
      when 'access_points' then
        return coalesce(nullif(row_of ->> 'door_name', ''), row_of ->> 'name',
          (select coalesce(nullif(d.door_name, ''), d.name) from public.access_points d where d.id = p_id));
      when 'organization_access_points' then
        return coalesce(row_of ->> 'door',
          (select coalesce(nullif(d.door_name, ''), d.name) from public.access_points d where d.id = (row_of ->> 'access_point_id')::uuid));
      when 'profiles' then
        return (row_of ->> 'first_name') || ' ' || (row_of ->> 'last_name');
      when 'user_roles' then
        return (select p.first_name || ' ' || p.last_name from public.profiles p where p.id = (row_of ->> 'user_id')::uuid);
      when 'users' then
        return (select p.first_name || ' ' || p.last_name from public.profiles p where p.id = p_id);
      when 'controller_users' then
        return (row_of ->> 'first_name') || ' ' || (row_of ->> 'last_name');
      when 'weekly_codes' then
        return 'v.' || (row_of ->> 'week_number') || ' ' || (row_of ->> 'year');
      when 'alert_webhooks' then
        return row_of ->> 'name';
      when 'alert_opt_outs', 'notice_choices' then
        return (select p.first_name || ' ' || p.last_name from public.profiles p where p.id = (row_of ->> 'user_id')::uuid);
      when 'mfa_requirements' then
        return coalesce(row_of ->> 'role', (select m.role from public.mfa_requirements m where m.id = p_id));
      else
        return null;
    end case;
  end
  $$;

-- Completes an event, which is one row however many rows it changed.
create or replace function private.audit_complete() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    rows_of constant jsonb := coalesce(new.after, new.before);
    found   text;
    name    text;
  begin
    if new.actor is not null and new.actor_name is null then
      select p.first_name || ' ' || p.last_name into new.actor_name from public.profiles p where p.id = new.actor;
    end if;
    if new.subject_name is null and new.subject_table is not null then
      if jsonb_typeof(rows_of) = 'array' then
        -- Keeps one name if all rows have the same: the first different name ends the search.
        for place in 0 .. jsonb_array_length(rows_of) - 1 loop
          found := private.audit_name(new.subject_table, new.subject_id, rows_of -> place);
          name := case when place = 0 or name = found then found end;
          exit when name is null;
        end loop;
        new.subject_name := name;
      else
        new.subject_name := private.audit_name(new.subject_table, new.subject_id, null);
      end if;
    end if;
    new.subject_name := left(new.subject_name, 300);
    new.address := coalesce(new.address, nullif(current_setting('app.address', true), '')::inet);
    new.request_id := left(coalesce(new.request_id, nullif(current_setting('app.request', true), '')), 100);
    return new;
  end
  $$;

-- Queues the row for the chaining job.
create or replace function private.audit_await_chain() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    insert into public.audit_unchained (audit_id, tx) select id, tx from new_rows;
    return null;
  end
  $$;
grant execute on function private.audit_complete(), private.audit_await_chain() to portal_owner;
