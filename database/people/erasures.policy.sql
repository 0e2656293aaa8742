select private.reset_rights('public.erasures');

grant select on public.erasures to system_admin, org_admin;
create policy sys on public.erasures for select to system_admin using (true);
create policy org on public.erasures for select to org_admin
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert on public.erasures to portal_engine;
create policy engine on public.erasures to portal_engine using (true) with check (true);
