-- near-miss, which knows the candidates, makes aliases; anybody who sees one may end it.
select private.reset_rights('public.plate_aliases');

-- last_used_at is left out: the log shows when a car was let in, and in a housing association only after a reason.
grant select (id, controller_id, organization_id, credential_id, plate_number, plate_key, created_by, created_at, last_used_on),
  delete
  on public.plate_aliases to system_admin, org_admin;
create policy sys on public.plate_aliases to system_admin using (true);
create policy org on public.plate_aliases to org_admin
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert, update, delete on public.plate_aliases to portal_engine;
create policy engine on public.plate_aliases to portal_engine using (true) with check (true);

grant select (controller_id, plate_key, credential_id, last_used_at) on public.plate_aliases to portal_gate;
create policy gate on public.plate_aliases for select to portal_gate using (true);
