-- Written by the functions of controllers/save-schedule.function.sql alone.
select private.reset_rights('public.schedule_hours');

grant select on public.schedule_hours to system_admin, org_admin;
create policy sys on public.schedule_hours for select to system_admin using (true);
create policy org on public.schedule_hours for select to org_admin
  using (schedule_id in (select id from public.schedules where organization_id is null or organization_id = (select nullif(current_setting('app.org', true), '')::uuid)));

grant select, insert, delete on public.schedule_hours to portal_engine;
create policy engine on public.schedule_hours to portal_engine using (true) with check (true);

-- Gates judge the hours of a right.
grant select (schedule_id, weekday, from_minute, to_minute, every_weeks, anchor, valid_from, valid_until) on public.schedule_hours to portal_gate;
create policy gate on public.schedule_hours for select to portal_gate using (true);
