-- run-as: portal_engine
-- Tells whether a PIN is free at an organisation's controllers before it is saved. It is the same question as a save, so it costs the same
-- (people/pin-attempts.function.sql). Own reservations count as free. Raises AP001 and 23505 in the same cases as
-- private.reserve_live_pins.

create or replace function private.check_pin(
    p_credential uuid, p_organization uuid, p_controllers uuid[], p_hmacs text[]) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    owner_id    constant uuid := private.pin_quota_owner();
    own         constant uuid := nullif(current_setting('app.org', true), '')::uuid;
    controllers uuid[];
    stored      uuid;
    shared      boolean;
    consumed        integer;
    taken       uuid;
  begin
    if owner_id is null or (own is not null and own is distinct from p_organization) then
      raise insufficient_privilege using message = 'PINs of another organisation';
    end if;
    select array_agg(o.controller_id), bool_or(private.holds_other_pins(o.controller_id, p_organization))
    into controllers, shared
    from public.organization_controllers o where o.organization_id = p_organization and o.controller_id = any (p_controllers);
    select c.id into stored from public.credentials c where c.id = p_credential and c.organization_id = p_organization;
    if shared then
      select a.rows into consumed from private.pin_attempts a where a.id = private.consumed_attempt() and a.quota_owner = owner_id and a.reported;
      if coalesce(consumed, 0) < 1 then
        raise sqlstate 'AP001' using message = 'a check of typed PINs takes some of the quota', detail = 'rows=1';
      end if;
    end if;
    select p.controller_id into taken from public.controller_pins p
    where p.controller_id = any (controllers) and p.pin_hmac = any (p_hmacs) and (p.source_id, p.organization_id) is distinct from (stored, p_organization)
    order by p.controller_id limit 1;
    if taken is not null then
      raise unique_violation using
        message = 'the PIN is already in use at this controller', detail = format('controller_id=%s', taken),
        schema = 'public', table = 'controller_pins', constraint = 'controller_pins_pkey';
    end if;
    if shared then
      update private.pin_attempts a set reported = false where a.id = private.consumed_attempt();
      -- The check has consumed its quota, so the save within the hour consumes nothing more.
      perform private.offer_pin(owner_id, controllers, p_hmacs);
    end if;
  end
  $$;

grant execute on function private.check_pin(uuid, uuid, uuid[], text[]) to system_admin, org_admin;
