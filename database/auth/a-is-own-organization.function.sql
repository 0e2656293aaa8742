-- run-as: portal_engine
-- Asked by a definer function of each row that it finds by an id: whether it is of the caller's organisation. True where the caller
-- has none: a system admin, or the server itself.
create or replace function private.is_own_organization(p_organization uuid) returns boolean
  language sql stable parallel safe
  set search_path = ''
  as $$
    select coalesce(nullif(current_setting('app.org', true), '')::uuid = p_organization, nullif(current_setting('app.org', true), '') is null)
  $$;
