select private.reset_rights('public.access_logs');

grant select on public.access_logs to system_admin;
create policy sys on public.access_logs for select to system_admin using (true);

grant select, delete, update (plate_number, credential_id, changed_at) on public.access_logs to portal_engine;
create policy engine on public.access_logs to portal_engine using (true) with check (true);

grant select, insert on public.access_logs to portal_gate;
grant update (macro_executed, changed_at) on public.access_logs to portal_gate;
create policy gate on public.access_logs to portal_gate using (true) with check (true);
