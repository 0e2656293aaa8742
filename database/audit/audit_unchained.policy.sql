select private.reset_rights('public.audit_unchained');

grant select on public.audit_unchained to system_admin;
create policy sys on public.audit_unchained for select to system_admin using (true);

grant select, insert, delete on public.audit_unchained to portal_engine;
create policy engine on public.audit_unchained to portal_engine using (true) with check (true);
