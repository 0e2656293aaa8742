-- The partitions have no grants at all; every read and write goes through the parent and its policies.
select private.reset_rights('public.access_logs');

grant select on public.access_logs to system_admin, portal_engine;
create policy sys on public.access_logs for select to system_admin using (true);
create policy engine on public.access_logs for select to portal_engine using (true);

grant select, insert on public.access_logs to portal_gate;
grant update (macro_executed, changed_at) on public.access_logs to portal_gate;
create policy gate on public.access_logs to portal_gate using (true) with check (true);
