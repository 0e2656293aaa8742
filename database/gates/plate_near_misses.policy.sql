-- Only the near-miss job and the near-miss function write this table; table calls may not.
select private.reset_rights('public.plate_near_misses');

grant select on public.plate_near_misses to system_admin, org_admin;
create policy sys on public.plate_near_misses for select to system_admin using (true);
-- Shows readings that may be a car of the organisation's people; other candidates stay hidden.
create policy org on public.plate_near_misses for select to org_admin
  using (exists (select from public.plate_near_miss_candidates c where c.near_miss_id = plate_near_misses.id
    and c.organization_id = (select nullif(current_setting('app.org', true), '')::uuid)));

grant select, insert, update, delete on public.plate_near_misses to portal_engine;
create policy engine on public.plate_near_misses to portal_engine using (true) with check (true);
