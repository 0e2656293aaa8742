-- run-as: portal_engine
-- Facts learned from a device's sign-ins (drivers/sign-in-memory.ts).

-- Returns the facts, with the wait as time left, since clocks of servers differ. No `set` clause, so that the planner inlines it.
create or replace function private.sign_in_facts(p_digest smallint, p_refusals integer, p_held_until timestamptz, p_version integer) returns json
  language sql stable parallel safe
  return json_build_object('digest', p_digest, 'refusals', p_refusals, 'version', p_version,
    'heldForMs', greatest(0, coalesce(extract(epoch from p_held_until - now()) * 1000, 0)));
grant execute on function private.sign_in_facts(smallint, integer, timestamptz, integer) to portal_gate;

-- Clears the facts when address, account, password or way to sign in changes, because they were learned about something else. The version
-- rises, so that no server stores what it still learns about the old one.
create or replace function private.clear_sign_in() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    -- The password is the same, encrypted again.
    if (new.device_ip, new.device_port, new.device_type, new.username, new.relay_request ->> 'sign_in')
        is not distinct from (old.device_ip, old.device_port, old.device_type, old.username, old.relay_request ->> 'sign_in')
      and coalesce(current_setting('app.reencrypting', true), '') = 'on' then
      return new;
    end if;
    new.sign_in_digest := 0;
    new.sign_in_refusals := 0;
    new.sign_in_held_until := null;
    new.sign_in_version := old.sign_in_version + 1;
    return new;
  end
  $$;
grant execute on function private.clear_sign_in() to portal_owner;
