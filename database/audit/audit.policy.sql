select private.reset_rights('public.audit');

grant select on public.audit to system_admin;
create policy sys on public.audit for select to system_admin using (true);

-- Leaves out the installation's events and the columns of the chain.
grant select (id, organization_id, actor, actor_name, action, subject_table, subject_id, subject_name, subject_key, words, part_of, before, after,
  row_count, at, address, request_id) on public.audit to org_admin;
create policy org on public.audit for select to org_admin
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert on public.audit to portal_engine;
create policy engine on public.audit to portal_engine using (true) with check (true);
