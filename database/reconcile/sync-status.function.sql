-- Queries of Synkstatus, under the reader's policies. plpgsql, because view sync_states is created later.

-- state  paused    switched off: nothing is sent
-- offline   the last attempt failed: last_error; `silent` for a camera whose heartbeats have stopped
-- online    the last attempt succeeded, or the camera has called since it had no answer
-- untested  has never answered, and no gate of it has been asked to open
-- unreached  a door controller that is not known to be away, but has not answered for ten minutes: workers call it every
--           four (compareEveryMs), so nobody can know what is on it. Also a gate whose own list of plates could not be
--           compared lately, whether or not it opens (state)
-- workers_paused_at  since when all controller workers are paused; null while they run
create or replace function public.controller_states()
  returns table (controller_id uuid, name text, device_type text, state text, last_error text, last_contact timestamptz,
    attempts integer, next_try_at timestamptz, working boolean, last_full_at timestamptz, waiting bigint,
    workers_paused_at timestamptz, unreached boolean)
  language plpgsql stable security invoker
  set search_path = ''
  as $$
  #variable_conflict use_column
  declare
    everything constant boolean := private.sees_every_organization();
    own        constant uuid := nullif(current_setting('app.org', true), '');
  begin
    return query
    select c.id, c.name, c.device_type,
      case
        when not c.enabled then 'paused'
        when private.is_door_type(c.device_type) and f.last_error is not null then 'offline'
        when private.is_door_type(c.device_type) and c.last_sync is null then 'untested'
        when f.silent then 'offline'
        when private.is_door_type(c.device_type) or f.gate_answered then 'online'
        when f.gate_answered is null and f.pushed_at > coalesce(f.gate_asked_at, '-infinity') then 'online'
        when f.gate_asked_at is null then case when c.last_sync is null then 'untested' else 'online' end
        else 'offline'
      end,
      case when private.is_door_type(c.device_type) then f.last_error when f.silent then 'silent' when f.gate_answered then null
        when f.gate_answered is null and f.pushed_at > coalesce(f.gate_asked_at, '-infinity') then null
        when f.gate_asked_at is null then null
        when f.gate_answered is null then 'timeout' else 'macro_refused' end,
      case when private.is_door_type(c.device_type) then c.last_sync else greatest(f.gate_asked_at, f.pushed_at, case when f.gate_asked_at is null then c.last_sync end) end,
      coalesce(f.attempts, 0), f.next_try_at, coalesce(f.working, false), f.last_full_at, coalesce(w.waiting, 0),
      (select private.workers_paused_at()),
      c.enabled and private.is_door_type(c.device_type) and f.last_error is null
        and (c.last_sync is null or c.last_sync < now() - interval '10 minutes')
        or c.enabled and f.keeps_list and not f.silent
          and (f.last_error is not null or f.last_full_at is null or f.last_full_at < now() - interval '10 minutes')
    from public.controllers c
    left join private.controller_facts() f on f.controller_id = c.id
    left join (select d.controller_id, count(*) as waiting from public.device_sync d
      where d.pending and (everything or d.organization_id = own) group by 1) w on w.controller_id = c.id
    where everything or c.id in (select l.controller_id from public.organization_controllers l where l.organization_id = own)
    order by c.name, c.id;
  end
  $$;
grant execute on function public.controller_states() to system_admin, org_admin, portal_engine;

-- The app shell leaves out those in sync, which are expensive to count.
-- anything  at least one entry is, or should be, on a device
-- away, shut, unreached  controllers that do not answer, gates that did not open, controllers not heard from lately
create or replace function public.sync_summary(with_synced boolean default false)
  returns table (synced bigint, pending bigint, pending_removal bigint, failed bigint, anything boolean, away bigint, shut bigint,
    unreached bigint, paused boolean)
  language plpgsql stable security invoker
  set search_path = ''
  as $$
  #variable_conflict use_column
  declare
    everything constant boolean := private.sees_every_organization();
    own        constant uuid := nullif(current_setting('app.org', true), '');
  begin
    return query
    with open_pairs as materialized (
      select d.controller_id, d.source_id from public.device_sync d where d.pending
      union
      select d.controller_id, d.source_id from private.controllers_pending() as c (id) join public.device_sync d on d.controller_id = c.id),
    states as materialized (
      select s.state from open_pairs o
      join public.sync_states s on s.controller_id = o.controller_id and s.source_id = o.source_id
      where everything or s.organization_id = own)
    select case when with_synced then (select count(*) from public.device_sync d where everything or d.organization_id = own) - count(*) filter (where states.state <> 'synced') end,
      count(*) filter (where states.state = 'pending'), count(*) filter (where states.state = 'pending_removal'), count(*) filter (where states.state = 'failed'),
      exists (select from public.device_sync d where everything or d.organization_id = own),
      max(u.away), max(u.shut), max(u.unreached), private.workers_paused_at() is not null
    from (select count(*) filter (where c.state = 'offline' and c.last_error is distinct from 'macro_refused') as away,
        count(*) filter (where c.state = 'offline' and c.last_error = 'macro_refused') as shut,
        count(*) filter (where c.unreached) as unreached
      from public.controller_states() c) u
    left join states on true;
  end
  $$;
grant execute on function public.sync_summary(boolean) to system_admin, org_admin;

-- p_state: one state, or null for all not in sync (failed, then removals; longest waiting first). `total`: null for
-- 'synced', whose number is sync_summary's.
-- since: when an untried replica became due, else the person's last save after the last confirmation.
-- plate: a vehicle on a gate's list, without a PIN.
create or replace function public.sync_queue(p_state text default null, p_limit integer default 50, p_offset integer default 0)
  returns table (controller_id uuid, controller_name text, controller_error text, controller_state text, working boolean,
    source_id uuid, source_kind text, end_user_id uuid, organization_name text, label text, desired boolean, state text,
    last_error text, attempts integer, next_try_at timestamptz, synced_at timestamptz, since timestamptz, total bigint, plate boolean,
    suspended_until timestamptz)
  language plpgsql stable security invoker
  set search_path = ''
  as $$
  #variable_conflict use_column
  declare
    page  constant integer := least(greatest(coalesce(p_limit, 50), 0), 200);
    start constant integer := greatest(coalesce(p_offset, 0), 0);
    everything constant boolean := private.sees_every_organization();
    own        constant uuid := nullif(current_setting('app.org', true), '');
  begin
    if p_state = 'synced' then
      return query
      select s.controller_id, s.controller_name, null::text, 'online', false, s.source_id, s.source_kind, s.end_user_id, o.name,
        s.label, s.desired, s.state, s.last_error, s.attempts, s.next_try_at, s.synced_at, null::timestamptz, null::bigint, not private.is_door_type(c.device_type),
        s.suspended_until
      from public.sync_states s
      join public.controllers c on c.id = s.controller_id
      left join public.organizations o on o.id = s.organization_id
      where s.state = 'synced' and (everything or s.organization_id = own)
      order by s.controller_id, s.source_id
      limit page offset start;
      return;
    end if;
    return query
    with open_pairs as materialized (
      select d.controller_id, d.source_id from public.device_sync d where d.pending
      union
      select d.controller_id, d.source_id from private.controllers_pending() as c (id) join public.device_sync d on d.controller_id = c.id),
    found as materialized (
      select s.* from open_pairs p
      join public.sync_states s on s.controller_id = p.controller_id and s.source_id = p.source_id
      where s.state <> 'synced' and (p_state is null or s.state = p_state) and (everything or s.organization_id = own))
    select s.controller_id, s.controller_name, f.last_error,
      case when not c.enabled then 'paused' when f.last_error is not null then 'offline' else 'online' end,
      coalesce(f.working, false),
      s.source_id, s.source_kind, s.end_user_id, o.name, s.label, s.desired, s.state, s.last_error, s.attempts,
      greatest(s.next_try_at, f.next_try_at), s.synced_at,
      case when s.attempts = 0 then least(s.next_try_at, now())
        when u.updated_at > coalesce(s.synced_at, '-infinity') then u.updated_at end as since,
      count(*) over (), not private.is_door_type(c.device_type), s.suspended_until
    from found s
    join public.controllers c on c.id = s.controller_id
    left join private.controller_facts() f on f.controller_id = s.controller_id
    left join public.organizations o on o.id = s.organization_id
    left join public.end_users u on u.id = s.end_user_id
    order by array_position(array['failed', 'pending_removal', 'pending'], s.state), since nulls first, s.controller_id, s.source_id
    limit page offset start;
  end
  $$;
grant execute on function public.sync_queue(text, integer, integer) to system_admin, org_admin;
