-- Functions of the wire ask this beside the row policies, so that they hold also where a policy is missing: an org admin sees
-- rows of app.org and nobody else's. In the same words for all, so that the test of the walls can take this one down.
create or replace function private.sees_every_organization() returns boolean
  language sql stable parallel safe
  as $$ select current_user <> 'org_admin' $$;
grant execute on function private.sees_every_organization() to system_admin, org_admin, portal_engine;
