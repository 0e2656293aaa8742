-- run-as: portal_engine
-- A check of a PIN reveals others' PINs, so its quota is consumed first, in a separate transaction
-- (server/people/pin-attempts.ts); people/pin-reservations.function.sql requires it.

-- Equals PIN_ATTEMPTS and PIN_QUOTAS of contract/limits.ts; tests/integration/people/pin-attempts.test.ts compares them.
create or replace function private.pin_limits()
  returns table (typed_hour integer, typed_day integer, reported_hour integer, typed_hour_system integer, typed_day_system integer,
    reported_hour_system integer, offered_hour integer, offered_day integer, per_person integer, per_controller integer,
    members_now integer, members_hour integer, members_day integer, members_reported integer)
  language sql immutable
  set search_path = ''
  as $$ select 30, 100, 10, 100, 300, 20, 200, 1000, 20, 5000, 10, 50, 200, 10 $$;

create or replace function private.pin_quota_owner() returns uuid
  language sql stable
  set search_path = ''
  as $$ select coalesce(nullif(current_setting('app.org', true), ''), nullif(current_setting('app.sub', true), ''))::uuid $$;

create or replace function private.pin_attempts_spent(p_owner uuid, p_members boolean, out hour bigint, out day bigint, out reported bigint)
  language sql stable security definer
  set search_path = ''
  as $$
    select coalesce(sum(a.rows) filter (where a.at > clock_timestamp() - interval '1 hour'), 0),
      coalesce(sum(a.rows) filter (where a.at > clock_timestamp() - interval '1 day'), 0),
      count(*) filter (where a.reported and a.at > clock_timestamp() - interval '1 hour')
    from private.pin_attempts a where a.quota_owner = p_owner and a.members = p_members and not a.refused
  $$;

-- Returns the number of PINs that the caller may have compared now; none after too many answers "taken".
create or replace function private.pin_attempts_left() returns integer
  language sql stable security definer
  set search_path = ''
  as $$
    select case when spent.reported < case when own.is_system then l.reported_hour_system else l.reported_hour end
      then least(case when own.is_system then l.typed_hour_system else l.typed_hour end - spent.hour,
        case when own.is_system then l.typed_day_system else l.typed_day end - spent.day)::integer else 0 end
    from private.pin_limits() l,
      (select nullif(current_setting('app.org', true), '') is null as is_system) own,
      private.pin_attempts_spent(private.pin_quota_owner(), false) spent
  $$;

-- Consumes the quota; returns the attempt's id, or null over quota. An hour's first refusal is audited and raises the alert.
create or replace function private.consume_pin_attempts(p_rows integer) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    organization constant uuid := nullif(current_setting('app.org', true), '')::uuid;
    owner_id     constant uuid := private.pin_quota_owner();
    attempt uuid;
  begin
    if owner_id is null or p_rows < 1 then
      raise invalid_parameter_value using message = 'nobody pays, or for nothing';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('private.pin_attempts/' || owner_id, 0));
    delete from private.pin_attempts a where a.quota_owner = owner_id and a.at < clock_timestamp() - interval '1 day';
    if p_rows <= private.pin_attempts_left() then
      insert into private.pin_attempts (quota_owner, organization_id, rows) values (owner_id, organization, p_rows) returning id into attempt;
      return attempt;
    end if;
    if not exists (select from private.pin_attempts a
                   where a.quota_owner = owner_id and a.refused and a.at > clock_timestamp() - interval '1 hour') then
      insert into private.pin_attempts (quota_owner, organization_id, rows, refused) values (owner_id, organization, 0, true);
      insert into public.audit (organization_id, actor, action, subject_table, subject_id)
      values (organization, nullif(current_setting('app.sub', true), '')::uuid, 'pin_attempts_used_up', 'organizations', organization);
    end if;
    return null;
  end
  $$;

-- Records that the answer to the caller's attempt was "free", where the transaction that found it is rolled back.
create or replace function private.answer_pin_attempt(p_attempt uuid) returns void
  language sql security definer
  set search_path = ''
  as $$
    update private.pin_attempts a set reported = false where a.id = p_attempt and a.quota_owner = private.pin_quota_owner() and not a.refused
  $$;

-- Records a proposal. It reveals that a PIN is free, so it counts at controllers where others have codes. Returns false over quota.
create or replace function private.offer_pin(p_owner uuid, p_controllers uuid[], p_hmacs text[]) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    allowed record;
    spent   record;
  begin
    perform pg_advisory_xact_lock(hashtextextended('private.pin_offers/' || p_owner, 0));
    delete from private.pin_offers o where o.quota_owner = p_owner and o.at < clock_timestamp() - interval '1 day';
    select l.offered_hour as hour, l.offered_day as day into allowed from private.pin_limits() l;
    select count(*) filter (where o.at > clock_timestamp() - interval '1 hour') as hour, count(*) as day
    into spent from private.pin_offers o where o.quota_owner = p_owner;
    if spent.hour >= allowed.hour or spent.day >= allowed.day then
      return false;
    end if;
    insert into private.pin_offers (quota_owner, controllers, pin_hmacs) values (p_owner, p_controllers, p_hmacs);
    return true;
  end
  $$;

create or replace function private.is_offered_pin(p_controller uuid, p_hmacs text[]) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
    select exists (select from private.pin_offers o
      where o.quota_owner = private.pin_quota_owner() and o.at > clock_timestamp() - interval '1 hour' and o.pin_hmacs && p_hmacs
        and p_controller = any (o.controllers))
  $$;

-- Limits what free checks at an own controller reveal.
create or replace function private.record_pin_collision(p_controller uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    actor_id constant uuid := nullif(current_setting('app.sub', true), '')::uuid;
  begin
    if (select count(*) from public.audit a where a.actor = actor_id and a.action = 'pin_collision_reported' and a.at > now() - interval '1 hour')
       < (select l.reported_hour_system from private.pin_limits() l) then
      perform private.record_event('pin_collision_reported', 'controllers', p_controller);
    end if;
  end
  $$;

grant execute on function private.consume_pin_attempts(integer), private.answer_pin_attempt(uuid), private.record_pin_collision(uuid), private.is_offered_pin(uuid, text[]) to system_admin, org_admin;
grant execute on function private.pin_quota_owner() to system_admin, org_admin, portal_engine, portal_owner;
