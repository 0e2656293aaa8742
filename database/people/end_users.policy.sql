-- The policy checks the organisation of a new row, which never changes afterwards.
select private.reset_rights('public.end_users');

grant select, delete on public.end_users to system_admin, org_admin;
grant insert (id, organization_id, first_name, last_name, import_id, import_digest, email, apartment, phone, note),
    update (first_name, last_name, email, apartment, phone, note)
  on public.end_users to system_admin, org_admin;
create policy sys on public.end_users to system_admin using (true) with check (true);
create policy org on public.end_users to org_admin
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (organization_id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert, update, delete on public.end_users to portal_engine;
create policy engine on public.end_users to portal_engine using (true) with check (true);
