select private.reset_rights('public.sync_receipts');

grant select on public.sync_receipts to system_admin, org_admin;
create policy sys on public.sync_receipts for select to system_admin using (true);
create policy org on public.sync_receipts for select to org_admin
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert on public.sync_receipts to portal_engine;
create policy engine on public.sync_receipts to portal_engine using (true) with check (true);
