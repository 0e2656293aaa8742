select private.reset_rights('public.alert_deliveries');

grant select on public.alert_deliveries to system_admin;
create policy sys on public.alert_deliveries for select to system_admin using (true);

grant select, insert, update, delete on public.alert_deliveries to portal_engine;
create policy engine on public.alert_deliveries to portal_engine using (true) with check (true);
