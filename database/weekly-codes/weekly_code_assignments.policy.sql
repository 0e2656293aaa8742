select private.reset_rights('public.weekly_code_assignments');

grant select, insert, delete on public.weekly_code_assignments to system_admin, portal_engine;
create policy sys on public.weekly_code_assignments to system_admin using (true) with check (true);
create policy engine on public.weekly_code_assignments to portal_engine using (true) with check (true);
