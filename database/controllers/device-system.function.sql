-- run-as: portal_engine
-- Claims the store that a unit shares with its network for one controller. Returns another controller that has already claimed it
-- and keeps it. One common unit is enough, since a network grows while its units are asked at different times.
create or replace function private.claim_device_system(p_controller uuid, p_system text[]) returns uuid
  language plpgsql
  set search_path = ''
  as $$
  declare
    other_id uuid;
  begin
    if p_system is not null then
      -- Serialises two units that ask at once, so that one of them is first.
      perform pg_advisory_xact_lock(hashtext('device_system'));
      select k.id into other_id from public.controllers k
      where k.id is distinct from p_controller and k.device_system && p_system
      order by k.created_at, k.id limit 1;
    end if;
    update public.controllers k
    set device_system = case when other_id is null then p_system end, shares_system_with = other_id
    where k.id = p_controller
      and (k.device_system, k.shares_system_with) is distinct from (case when other_id is null then p_system end, other_id);
    return other_id;
  end
  $$;

-- A foreign key to the table itself would clear the column too, but would let replies nest controllers in controllers.
create or replace function private.clear_shared_system() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    update public.controllers k set shares_system_with = null where k.shares_system_with in (select o.id from old_rows o);
    return null;
  end
  $$;
grant execute on function private.clear_shared_system() to portal_owner;
