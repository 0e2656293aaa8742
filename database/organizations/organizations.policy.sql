select private.reset_rights('public.organizations');

grant select, insert, delete on public.organizations to system_admin;
grant update (name, description, kind, log_days, purposes) on public.organizations to system_admin;
create policy sys on public.organizations to system_admin using (true) with check (true);

grant select on public.organizations to org_admin;
create policy org on public.organizations for select to org_admin
  using (id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert, update, delete on public.organizations to portal_engine;
create policy engine on public.organizations to portal_engine using (true) with check (true);
