select private.reset_rights('public.user_roles');

grant select on public.user_roles to system_admin;
create policy sys on public.user_roles for select to system_admin using (true);

grant select on public.user_roles to org_admin;
create policy org on public.user_roles for select to org_admin
  using (user_id = (select nullif(current_setting('app.sub', true), '')::uuid));

grant select, insert, update, delete on public.user_roles to portal_engine;
create policy engine on public.user_roles to portal_engine using (true) with check (true);

-- private.session_facts reads these columns.
grant select (user_id, role, organization_id) on public.user_roles to portal_auth;
create policy auth on public.user_roles for select to portal_auth using (true);
