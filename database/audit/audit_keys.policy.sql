select private.reset_rights('public.audit_keys');

grant select on public.audit_keys to system_admin;
create policy sys on public.audit_keys for select to system_admin using (true);

grant select, insert on public.audit_keys to portal_engine;
create policy engine on public.audit_keys to portal_engine using (true) with check (true);
