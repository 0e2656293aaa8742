select private.reset_rights('public.audit_checks');

grant select on public.audit_checks to system_admin;
create policy sys on public.audit_checks for select to system_admin using (true);

grant select, insert on public.audit_checks to portal_engine;
create policy engine on public.audit_checks to portal_engine using (true) with check (true);
