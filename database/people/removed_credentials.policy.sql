-- The owners of credentials that events still name; written and deleted together with removed_people.
select private.reset_rights('public.removed_credentials');

grant select on public.removed_credentials to system_admin, org_admin;
create policy sys on public.removed_credentials for select to system_admin using (true);
create policy org on public.removed_credentials for select to org_admin
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert, delete on public.removed_credentials to portal_engine;
create policy engine on public.removed_credentials to portal_engine using (true) with check (true);
