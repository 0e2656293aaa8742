select private.reset_rights('public.plate_near_miss_candidates');

grant select on public.plate_near_miss_candidates to system_admin, org_admin;
create policy sys on public.plate_near_miss_candidates for select to system_admin using (true);
create policy org on public.plate_near_miss_candidates for select to org_admin
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert, update, delete on public.plate_near_miss_candidates to portal_engine;
create policy engine on public.plate_near_miss_candidates to portal_engine using (true) with check (true);
