select private.reset_rights('public.alert_opt_outs');

grant select, insert, delete on public.alert_opt_outs to system_admin;
create policy sys on public.alert_opt_outs to system_admin using (true) with check (true);

grant select on public.alert_opt_outs to portal_engine;
create policy engine on public.alert_opt_outs for select to portal_engine using (true);
