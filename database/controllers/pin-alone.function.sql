-- run-as: portal_engine
-- Refuses PIN alone at once when the unit has no such rule, so that nothing is stored that could not be carried out.

create or replace function private.require_pin_rule() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if coalesce(new.pin_rule, '') = '' then
      raise check_violation using message = 'the unit has no rule that asks for a PIN alone', schema = 'public',
        table = 'access_points', constraint = 'access_points_pin_alone_rule',
        detail = (select k.name from public.controllers k where k.id = new.controller_id);
    end if;
    -- An access point that names no rule lets nobody in, and the effect of an unreadable rule cannot be predicted.
    if new.pin_use is null or new.pin_use not in ('always', 'hours', 'never') then
      raise check_violation using message = 'what the reader asks for is not known, or it lets nobody in', schema = 'public',
        table = 'access_points', constraint = 'access_points_pin_alone_use';
    end if;
    return new;
  end
  $$;

-- Requests a comparison, in which the worker writes the profile and also finds the joint profiles of people with many doors.
create or replace function private.compare_for_pin_alone() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    update public.controller_sync s set verify_at = now(), next_try_at = least(s.next_try_at, now())
    where s.controller_id = new.controller_id;
    perform pg_catalog.pg_notify('sync', '');
    return null;
  end
  $$;

-- Audits one event per door, for every writer: a change of many rows keeps the names of some only, and a worker's change has no actor. The
-- chosen value and the value last seen on the unit are separate, because either may end without the other.
create or replace function private.audit_pin_alone() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    door      constant jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
    place     constant jsonb := private.audit_named('access_points', jsonb_build_object('id', door -> 'id', 'name', door -> 'name',
      'door_name', door -> 'door_name', 'controller_id', door -> 'controller_id'));
    desired_before constant boolean := tg_op <> 'INSERT' and old.pin_alone;
    desired_after  constant boolean := tg_op <> 'DELETE' and new.pin_alone;
    read_before    constant boolean := tg_op <> 'INSERT' and old.pin_alone_on_device and old.missing_since is null;
    read_after     constant boolean := tg_op <> 'DELETE' and new.pin_alone_on_device and new.missing_since is null;
  begin
    insert into public.audit (actor, action, subject_table, subject_id, before, after)
    select nullif(current_setting('app.sub', true), '')::uuid, e.action, tg_table_name, (door ->> 'id')::uuid,
      jsonb_build_array(place || e.before), jsonb_build_array(place || e.after)
    from (values
      ('access_points.pin_alone', desired_before <> desired_after,
        jsonb_build_object('pin_alone', desired_before), jsonb_build_object('pin_alone', desired_after)),
      -- A deleted door is no longer read.
      ('access_points.pin_alone_read', read_before <> read_after and tg_op <> 'DELETE',
        jsonb_build_object('pin_alone_on_device', read_before, 'pin_rule', old.pin_rule, 'missing_since', old.missing_since),
        jsonb_build_object('pin_alone_on_device', read_after, 'pin_rule', new.pin_rule, 'missing_since', new.missing_since))
    ) e (action, happened, before, after)
    where e.happened;
    return null;
  end
  $$;
grant execute on function private.require_pin_rule(), private.compare_for_pin_alone(), private.audit_pin_alone() to portal_owner;
