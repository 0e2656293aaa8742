select private.reset_rights('public.drift_reports');

grant select on public.drift_reports to system_admin;
create policy sys on public.drift_reports for select to system_admin using (true);

grant select, insert, update, delete on public.drift_reports to portal_engine;
create policy engine on public.drift_reports to portal_engine using (true) with check (true);
