-- Names in the log of people who are gone. A trigger writes them; an erasure, or the end of the log's retention, deletes them.
select private.reset_rights('public.removed_people');

grant select (id, organization_id, first_name, last_name, removed_at) on public.removed_people to system_admin, org_admin;
create policy sys on public.removed_people for select to system_admin using (true);
create policy org on public.removed_people for select to org_admin
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert, delete on public.removed_people to portal_engine;
create policy engine on public.removed_people to portal_engine using (true) with check (true);
