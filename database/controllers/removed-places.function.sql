-- run-as: portal_engine
-- Before a controller, gate or door is deleted, stores its name in the rows that refer to it.

create or replace function private.keep_removed_controller() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    update public.access_logs set removed_controller = left(old.name, 200), controller_id = null where controller_id = old.id;
    update public.door_events set removed_controller = left(old.name, 200), controller_id = null where controller_id = old.id;
    return old;
  end
  $$;

create or replace function private.keep_removed_door() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    update public.door_events set removed_door = left(coalesce(nullif(old.door_name, ''), old.name), 200), access_point_id = null
    where access_point_id = old.id;
    return old;
  end
  $$;
grant execute on function private.keep_removed_controller(), private.keep_removed_door() to portal_owner;
