select private.reset_rights('public.restore_reports');

grant select on public.restore_reports to system_admin;
create policy sys on public.restore_reports for select to system_admin using (true);

grant select, insert, update, delete on public.restore_reports to portal_engine;
create policy engine on public.restore_reports to portal_engine using (true) with check (true);
