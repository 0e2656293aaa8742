-- Written by the functions of controllers/save-schedule.function.sql alone.
select private.reset_rights('public.calendars');

grant select on public.calendars to system_admin, org_admin;
create policy sys on public.calendars for select to system_admin using (true);
-- Org admins may choose the installation's, too.
create policy org on public.calendars for select to org_admin
  using (organization_id is null or organization_id = (select nullif(current_setting('app.org', true), '')::uuid));

grant select, insert, update, delete on public.calendars to portal_engine;
create policy engine on public.calendars to portal_engine using (true) with check (true);
