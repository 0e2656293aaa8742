-- run-as: portal_engine
-- The writes of door-control (server/controllers/door-control.ts). Nothing else writes these tables.

-- Tells whether the caller may open the door: any of the portal's for a system admin, an offered one for an org admin. The door's state is
-- read as the caller.
create or replace function private.controls_door(p_door uuid) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select exists (select from public.door_states s where s.access_point_id = p_door)
      and (private.sees_every_organization() or p_door in (select private.own_offered_doors()))
  $$;

create or replace function private.door_on(p_door uuid, out controller_id uuid, out door_token text, out is_on boolean)
  language sql stable security definer
  set search_path = ''
  as $$
    select a.controller_id, a.device_door_token, a.enabled and k.enabled and a.missing_since is null and a.device_door_token is not null
    from public.access_points a join public.controllers k on k.id = a.controller_id where a.id = p_door
  $$;

create or replace function private.caller_name() returns text
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce(nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''), p.email, '')
    from public.profiles p where p.id = nullif(current_setting('app.sub', true), '')::uuid
  $$;

-- Orders an opening. 'new': recorded, to be sent now. 'known': the same press was sent before, with its outcome. 'other': the request id
-- belongs to another door.
create or replace function private.order_opening(p_request uuid, p_door uuid, p_reason text,
    out state text, out command_id uuid, out controller_id uuid, out door_token text)
  language plpgsql
  set search_path = ''
  as $$
  begin
    if private.controls_door(p_door) then
      select * into state, command_id, controller_id, door_token from private.place_opening(p_request, p_door, p_reason);
    else
      state := 'gone';
    end if;
  end
  $$;

create or replace function private.place_opening(p_request uuid, p_door uuid, p_reason text,
    out state text, out command_id uuid, out controller_id uuid, out door_token text)
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    actor constant uuid := nullif(current_setting('app.sub', true), '')::uuid;
    door  record;
    known public.door_commands;
  begin
    door := private.door_on(p_door);
    select * into known from public.door_commands c where c.requested_by = actor and c.request_id = p_request;
    if not found then
      if not door.is_on then
        state := 'off';
        return;
      end if;
      insert into public.door_commands (request_id, access_point_id, organization_id, requested_by, requested_as, reason)
      values (p_request, p_door, nullif(current_setting('app.org', true), '')::uuid, actor, private.caller_name(), p_reason)
      on conflict (requested_by, request_id) do nothing returning id into command_id;
      if command_id is not null then
        state := 'new';
        controller_id := door.controller_id;
        door_token := door.door_token;
        insert into public.door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, command_id)
        values (command_id, clock_timestamp(), clock_timestamp(), door.controller_id, p_door, coalesce(nullif(current_setting('app.org', true), '')::uuid, private.sole_organization(door.controller_id, p_door)),
          'remote_open', command_id);
        perform private.record_event('door_opened', 'access_points', p_door, null, jsonb_build_object('reason', p_reason));
        return;
      end if;
      -- Another server received the same press meanwhile.
      select * into known from public.door_commands c where c.requested_by = actor and c.request_id = p_request;
    end if;
    state := case when known.access_point_id = p_door then 'known' else 'other' end;
    command_id := known.id;
  end
  $$;

-- Tells whether the caller may open the gate: any of the portal's for a system admin, a linked one for an org admin. The controller is read
-- as the caller.
create or replace function private.controls_gate(p_gate uuid) returns boolean
  language sql stable
  set search_path = ''
  as $$
    select exists (select from public.controllers k where k.id = p_gate and not private.is_door_type(k.device_type))
      and (private.sees_every_organization() or exists (select from public.organization_controllers o
        where o.controller_id = p_gate and o.organization_id = nullif(current_setting('app.org', true), '')::uuid))
  $$;

-- Orders an opening of a gate, with the states of order_opening. 'incomplete': the gate does not say yet how it is opened.
create or replace function private.order_gate_opening(p_request uuid, p_gate uuid, p_reason text, out state text, out command_id uuid)
  language plpgsql
  set search_path = ''
  as $$
  begin
    if private.controls_gate(p_gate) then
      select * into state, command_id from private.place_gate_opening(p_request, p_gate, p_reason);
    else
      state := 'gone';
    end if;
  end
  $$;

create or replace function private.place_gate_opening(p_request uuid, p_gate uuid, p_reason text, out state text, out command_id uuid)
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    actor constant uuid := nullif(current_setting('app.sub', true), '')::uuid;
    own   constant uuid := nullif(current_setting('app.org', true), '')::uuid;
    gate  public.controllers;
    known public.door_commands;
  begin
    select * into gate from public.controllers k where k.id = p_gate;
    select * into known from public.door_commands c where c.requested_by = actor and c.request_id = p_request;
    if not found then
      if not coalesce(gate.enabled, false) then
        state := 'off';
        return;
      end if;
      if coalesce(gate.macro_id, '') = '' or (private.opens_by_request(gate.device_type) and gate.relay_request is null) then
        state := 'incomplete';
        return;
      end if;
      insert into public.door_commands (request_id, controller_id, organization_id, requested_by, requested_as, reason)
      values (p_request, p_gate, own, actor, private.caller_name(), p_reason)
      on conflict (requested_by, request_id) do nothing returning id into command_id;
      if command_id is not null then
        state := 'new';
        insert into public.access_logs (id, detected_at, plate_number, controller_id, access_granted, access_reason, organization_id, opened, command_id)
        values (command_id, clock_timestamp(), '', p_gate, true, 'opened_from_portal', coalesce(own, private.sole_organization(p_gate, null)), true, command_id);
        perform private.record_event('gate_opened', 'controllers', p_gate, null, jsonb_build_object('reason', p_reason));
        return;
      end if;
      -- Another server received the same press meanwhile.
      select * into known from public.door_commands c where c.requested_by = actor and c.request_id = p_request;
    end if;
    state := case when known.controller_id = p_gate then 'known' else 'other' end;
    command_id := known.id;
  end
  $$;

create or replace function private.order_hold(p_request uuid, p_door uuid, p_reason text, p_until timestamptz, out state text, out hold_id uuid)
  language plpgsql
  set search_path = ''
  as $$
  begin
    if private.controls_door(p_door) then
      select * into state, hold_id from private.place_hold(p_request, p_door, p_reason, p_until);
    else
      state := 'gone';
    end if;
  end
  $$;

create or replace function private.place_hold(p_request uuid, p_door uuid, p_reason text, p_until timestamptz, out state text, out hold_id uuid)
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    actor constant uuid := nullif(current_setting('app.sub', true), '')::uuid;
    door  record;
    known public.door_holds;
  begin
    door := private.door_on(p_door);
    select * into known from public.door_holds h where h.requested_by = actor and h.request_id = p_request;
    if not found then
      if not door.is_on then
        state := 'off';
        return;
      end if;
      if exists (select from public.worker_pause) or exists (
        select from public.controller_sync s where s.controller_id = door.controller_id and s.restored_at is not null) then
        state := 'paused';
        return;
      end if;
      insert into public.door_holds (request_id, access_point_id, organization_id, requested_by, requested_as, reason, created_at, until)
      values (p_request, p_door, nullif(current_setting('app.org', true), '')::uuid, actor, private.caller_name(), p_reason, now(), p_until)
      on conflict do nothing returning id into hold_id;
      if hold_id is not null then
        state := 'new';
        perform private.record_event('door_held_unlocked', 'access_points', p_door, null, jsonb_build_object('reason', p_reason, 'until', p_until));
        perform private.look_at_doors(door.controller_id);
        return;
      end if;
      -- The same press, or somebody else's, arrived at the same moment.
      select * into known from public.door_holds h where h.requested_by = actor and h.request_id = p_request;
      if not found then
        state := 'held';
        return;
      end if;
    end if;
    state := case when known.access_point_id = p_door then 'known' else 'other' end;
    hold_id := known.id;
  end
  $$;

-- Releases a hold. 'none': the caller sees no hold on the door. 'known': the same press was sent before. 'other': the request id belongs to
-- another door. Only the desired state changes here; the worker locks the door.
create or replace function private.release_hold(p_door uuid, p_reason text, p_request uuid, out state text, out hold_id uuid)
  language plpgsql
  set search_path = ''
  as $$
  begin
    if not private.controls_door(p_door) then
      state := 'gone';
      return;
    end if;
    select * into state, hold_id from private.known_release(p_door, p_request);
    if state is not null then
      return;
    end if;
    select h.id into hold_id from public.door_holds h where h.access_point_id = p_door and h.ended_at is null
      and (private.sees_every_organization() or coalesce(h.organization_id, nullif(current_setting('app.org', true), '')::uuid)
        = nullif(current_setting('app.org', true), '')::uuid);
    if hold_id is not null and private.end_hold(hold_id, p_reason, p_request) then
      state := 'released';
      return;
    end if;
    -- The same press arrived at the same moment.
    select * into state, hold_id from private.known_release(p_door, p_request);
    state := coalesce(state, 'none');
  end
  $$;

create or replace function private.known_release(p_door uuid, p_request uuid, out state text, out hold_id uuid)
  language sql stable security definer
  set search_path = ''
  as $$
    select case when h.access_point_id = p_door then 'known' else 'other' end, h.id from public.door_holds h
    where h.ended_by = nullif(current_setting('app.sub', true), '')::uuid and h.end_request_id = p_request
  $$;

-- Ends a hold; returns false when somebody else, or its time, has ended it.
create or replace function private.end_hold(p_hold uuid, p_reason text, p_request uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    door uuid;
  begin
    update public.door_holds h set ended_at = now(), ended_by = nullif(current_setting('app.sub', true), '')::uuid, end_cause = 'released',
      end_request_id = p_request
    where h.id = p_hold and h.ended_at is null
      -- The caller found the hold under the same condition (release_hold).
      and (h.organization_id is null or private.is_own_organization(h.organization_id))
      and (private.is_own_organization(null) or h.access_point_id in (select private.own_offered_doors()))
    returning h.access_point_id into door;
    if door is null then
      return false;
    end if;
    perform private.record_event('door_hold_released', 'access_points', door, null,
      nullif(jsonb_strip_nulls(jsonb_build_object('reason', p_reason, 'request_id', p_request)), '{}'));
    perform private.look_at_doors(a.controller_id) from public.access_points a where a.id = door;
    return true;
  end
  $$;

-- Makes the worker read the doors at once, even while it rests after failures. A worker that is reading them just now reads them again: the
-- changed time shows that its reading began before the request.
create or replace function private.look_at_doors(p_controller uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    insert into public.door_event_cursors (controller_id, states_at) values (p_controller, now())
    on conflict (controller_id) do update set states_at = now();
    update public.controller_sync s set next_try_at = now() where s.controller_id = p_controller and s.next_try_at > now();
    perform pg_catalog.pg_notify('sync', '');
  end
  $$;

-- Begins a watch. Beyond the number of doors that one person may watch, the doors watched longest ago are dropped: those on the screen now
-- count. A person who changes doors faster than that does not wake the worker, and waits for the next regular reading.
create or replace function private.begin_watch(p_doors uuid[], p_seconds integer, p_max integer) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    actor constant uuid := nullif(current_setting('app.sub', true), '')::uuid;
    watched integer;
    let_go  integer;
    woken   integer;
  begin
    -- Two concurrent calls would not see each other's doors.
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('door_watches ' || actor::text, 0));
    delete from public.door_watches w where w.watched_by = actor and w.until <= clock_timestamp();
    insert into public.door_watches (access_point_id, watched_by, until)
    select d, actor, clock_timestamp() + make_interval(secs => p_seconds) from unnest(p_doors) d
    on conflict (access_point_id, watched_by) do update set until = excluded.until;
    get diagnostics watched = row_count;
    delete from public.door_watches w where w.watched_by = actor and w.access_point_id in (
      select o.access_point_id from public.door_watches o where o.watched_by = actor
      order by o.until desc, o.access_point_id = any (p_doors) desc, o.access_point_id offset p_max);
    get diagnostics let_go = row_count;
    if let_go > 0 then
      return watched;
    end if;
    -- A door that is read every other second already needs no wake-up.
    update public.door_event_cursors c set next_read_at = now(), states_at = now()
    where greatest(c.next_read_at, c.states_at) > now() + interval '2 seconds'
      and c.controller_id in (select a.controller_id from public.access_points a where a.id = any (p_doors));
    get diagnostics woken = row_count;
    if woken > 0 then
      perform pg_catalog.pg_notify('sync', '');
    end if;
    return watched;
  end
  $$;

-- Watches doors that a page shows: they are read every other second. Returns how many the caller may see.
create or replace function private.watch_doors(p_doors uuid[], p_seconds integer, p_max integer) returns integer
  language sql
  set search_path = ''
  as $$ select private.begin_watch(array(select distinct d from unnest(p_doors) d where private.controls_door(d) order by d), p_seconds, p_max) $$;

-- Ends holds of an organisation to which the door is no longer offered.
create or replace function private.end_withdrawn_holds() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    door uuid;
  begin
    for door in
      update public.door_holds h set ended_at = now(), end_cause = 'withdrawn'
      where h.ended_at is null and h.organization_id is not null and not exists (
        select from public.access_points a join public.organization_controllers o on o.controller_id = a.controller_id
        where a.id = h.access_point_id and o.organization_id = h.organization_id and private.is_offered(o.organization_id, a.controller_id, a.id))
      returning h.access_point_id
    loop
      perform private.look_at_doors(a.controller_id) from public.access_points a where a.id = door;
    end loop;
    return null;
  end
  $$;

-- Ends holds of a door or controller that is switched off.
create or replace function private.end_holds_of_switched_off() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    controller constant uuid := case tg_table_name when 'controllers' then new.id else (to_jsonb(new) ->> 'controller_id')::uuid end;
  begin
    update public.door_holds h set ended_at = now(), end_cause = 'withdrawn' from public.access_points a
    where h.access_point_id = a.id and h.ended_at is null and a.controller_id = controller and (tg_table_name = 'controllers' or a.id = new.id);
    if found then
      perform private.look_at_doors(controller);
    end if;
    return null;
  end
  $$;

-- A new door's state is unknown until it is read.
create or replace function private.begin_door_state() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    insert into public.door_states (access_point_id, mode, mode_since, physical_since, alarm_since, read_at, source)
    values (new.id, 'unknown', now(), now(), now(), now(), 'device') on conflict (access_point_id) do nothing;
    return null;
  end
  $$;

-- Keeps the row of a held door, because without it nobody would lock the door again.
create or replace function private.keep_held_doors() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if exists (select from public.door_holds h where h.access_point_id = old.id and h.end_confirmed_at is null and h.sent_at is not null) then
      raise foreign_key_violation using message = 'the door is held unlocked', schema = 'public', table = 'access_points', constraint = 'access_points_held';
    end if;
    return old;
  end
  $$;
grant execute on function private.controls_gate(uuid), private.order_gate_opening(uuid, uuid, text), private.place_gate_opening(uuid, uuid, text),
  private.controls_door(uuid), private.order_opening(uuid, uuid, text), private.place_opening(uuid, uuid, text),
  private.order_hold(uuid, uuid, text, timestamptz), private.place_hold(uuid, uuid, text, timestamptz), private.release_hold(uuid, text, uuid),
  private.known_release(uuid, uuid), private.end_hold(uuid, text, uuid), private.watch_doors(uuid[], integer, integer), private.begin_watch(uuid[], integer, integer) to system_admin, org_admin;
grant execute on function private.end_withdrawn_holds(), private.end_holds_of_switched_off(), private.keep_held_doors(),
  private.begin_door_state() to portal_owner;
