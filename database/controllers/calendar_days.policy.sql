-- Written by the functions of controllers/save-schedule.function.sql alone.
select private.reset_rights('public.calendar_days');

grant select on public.calendar_days to system_admin, org_admin;
create policy sys on public.calendar_days for select to system_admin using (true);
create policy org on public.calendar_days for select to org_admin
  using (calendar_id in (select id from public.calendars where organization_id is null or organization_id = (select nullif(current_setting('app.org', true), '')::uuid)));

grant select, insert, delete on public.calendar_days to portal_engine;
create policy engine on public.calendar_days to portal_engine using (true) with check (true);

-- Gates judge the hours of a right.
grant select (calendar_id, first_day, last_day, holiday, hours) on public.calendar_days to portal_gate;
create policy gate on public.calendar_days for select to portal_gate using (true);
