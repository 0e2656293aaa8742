-- run-as: login
-- Who reads everything for a back-up: a role without a password that passes no wall, but is let through each by a policy of
-- its own. So a back-up needs no superuser, and the server, who is not a member, can never become it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'portal_backup') then
    create role portal_backup nologin;
  end if;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    if not pg_has_role(current_user, 'portal_backup', 'member') then
      execute format('grant portal_backup to %I', current_user);
    end if;
    if current_setting('server_version_num')::int >= 160000 then
      execute format('grant portal_backup to %I with set true', current_user);
    end if;
  end if;
end
$$;
grant usage on schema public, auth to portal_backup;
