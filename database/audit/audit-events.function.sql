-- run-as: portal_engine
-- Audits events that change no row: a shown PIN, read webhook credentials, a gate opened by a test.

-- Consumes the quota of such events per account (contract/limits.ts), counted in the audit over all servers; raises 429 beyond it.
create or replace function private.consume_audit_quota(p_actor uuid) returns void
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  declare
    per_minute constant integer := 120;
    per_day    constant integer := 3000;
    lately     integer;
    today      integer;
  begin
    perform pg_advisory_xact_lock(7276115, hashtext(p_actor::text));
    select count(*) filter (where a.at > clock_timestamp() - interval '1 minute'), count(*) into lately, today
    from public.audit a
    where a.actor = p_actor and a.at > clock_timestamp() - interval '1 day'
      and (position('.' in a.action) = 0 or a.action in ('auth.data_change', 'auth.email_change_requested')) and a.part_of is null;
    if today >= per_day then
      raise exception using errcode = 'PT429', constraint = 'audited_acts_of_day', message = 'the account has used up its audited events of the day';
    end if;
    if lately >= per_minute then
      raise exception using errcode = 'PT429', constraint = 'audited_acts_of_minute', message = 'the account has used up its audited events of the minute';
    end if;
  end
  $$;
grant execute on function private.consume_audit_quota(uuid) to portal_auth;

-- audit/audit.trigger.sql selects the events.
create or replace function private.audit_consume_quota() returns trigger
  language plpgsql volatile security definer
  set search_path = ''
  as $$
  begin
    perform private.consume_audit_quota(new.actor);
    return new;
  end
  $$;
grant execute on function private.audit_consume_quota() to portal_owner;

-- Records an event; private.enter has set the actor. An event about an organisation is in its log, even if a system admin caused it.
create or replace function private.record_event(
    p_action text, p_table text, p_id uuid, p_organization uuid default null, p_after jsonb default null) returns void
  language sql security definer
  set search_path = ''
  as $$
    insert into public.audit (organization_id, actor, action, subject_table, subject_id, after)
    -- An org admin's event belongs to their own organisation, whatever the call says.
    values (coalesce(nullif(current_setting('app.org', true), '')::uuid, p_organization,
        case p_table
          when 'credentials' then (select c.organization_id from public.credentials c where c.id = p_id)
          when 'end_users' then (select u.organization_id from public.end_users u where u.id = p_id)
          when 'users' then (select r.organization_id from public.user_roles r where r.user_id = p_id)
        end),
      nullif(current_setting('app.sub', true), '')::uuid, p_action, p_table, p_id,
      -- A door's name alone says little, so the controller's name is added.
      case p_table
        when 'access_points' then coalesce((select jsonb_build_object('controller_id', k.id, 'controller', k.name)
          from public.access_points d join public.controllers k on k.id = d.controller_id where d.id = p_id), '{}') || coalesce(p_after, '{}')
        else p_after
      end)
  $$;
grant execute on function private.record_event(text, text, uuid, uuid, jsonb) to system_admin, org_admin;
