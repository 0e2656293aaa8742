-- RPC functions check this beside the row policies: an org admin sees only rows of app.org. Tests can disable it.
create or replace function private.sees_every_organization() returns boolean
  language sql stable parallel safe
  as $$ select current_user <> 'org_admin' $$;
grant execute on function private.sees_every_organization() to system_admin, org_admin, portal_engine;
