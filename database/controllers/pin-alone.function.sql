-- run-as: portal_engine
-- Whoever switches it on learns at once that the unit has no such rule; nothing is kept that could not be carried out.

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
    -- An access point that names no rule lets nobody in, and what cannot be read cannot be foreseen.
    if new.pin_use is null or new.pin_use not in ('always', 'hours', 'never') then
      raise check_violation using message = 'what the reader asks for is not known, or it lets nobody in', schema = 'public',
        table = 'access_points', constraint = 'access_points_pin_alone_use';
    end if;
    return new;
  end
  $$;

-- The worker writes the profile in its comparison, which finds the joint profiles of people with many doors, too.
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
grant execute on function private.require_pin_rule(), private.compare_for_pin_alone() to portal_owner;
