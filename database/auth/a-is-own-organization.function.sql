-- run-as: portal_engine
-- Tells whether a row belongs to the caller's organisation. A definer function calls it for each row that it finds by an id. Returns true
-- where the caller has no organisation: a system admin, or the server itself.
create or replace function private.is_own_organization(p_organization uuid) returns boolean
  language sql stable parallel safe
  set search_path = ''
  as $$
    select coalesce(nullif(current_setting('app.org', true), '')::uuid = p_organization, nullif(current_setting('app.org', true), '') is null)
  $$;
