select private.reset_rights('public.audit_chain');

grant select on public.audit_chain to system_admin;
create policy sys on public.audit_chain for select to system_admin using (true);

grant select, insert on public.audit_chain to portal_engine;
create policy engine on public.audit_chain to portal_engine using (true) with check (true);
