-- RPC functions check this beside the row policies, so a missing policy alone leaks nothing: an org admin sees rows of
-- app.org only. One function for all, so that the tests can disable this guard.
create or replace function private.sees_every_organization() returns boolean
  language sql stable parallel safe
  as $$ select current_user <> 'org_admin' $$;
grant execute on function private.sees_every_organization() to system_admin, org_admin, portal_engine;
