-- run-as: portal_engine
-- Org admins of a housing association see granted passages for a while after they have given a reason. The audit event is the permission:
-- without it there is none.
create or replace function private.granted_passages_until(p_user uuid, p_organization uuid) returns timestamptz
  language sql stable security definer
  set search_path = '' set enable_seqscan = off set jit = off
  as $$
    select max(a.at) + interval '15 minutes' from public.audit a
    where a.actor = p_user and a.organization_id = p_organization
      and a.action = 'granted_passages_shown' and a.at > now() - interval '15 minutes'
  $$;
-- Tells the server which listener may receive granted passages.
grant execute on function private.granted_passages_until(uuid, uuid) to authenticator;

-- Returns the caller's own permission.
create or replace function private.granted_passages_until() returns timestamptz
  language sql stable security definer
  set search_path = ''
  as $$
    select private.granted_passages_until(nullif(current_setting('app.sub', true), '')::uuid, nullif(current_setting('app.org', true), '')::uuid)
  $$;
grant execute on function private.granted_passages_until() to org_admin;
