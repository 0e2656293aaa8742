select private.reset_rights('public.webhook_uses');

grant select on public.webhook_uses to system_admin;
create policy sys on public.webhook_uses for select to system_admin using (true);

grant select, insert, update on public.webhook_uses to portal_gate;
create policy gate on public.webhook_uses to portal_gate using (true) with check (true);

grant select, delete on public.webhook_uses to portal_engine;
create policy engine on public.webhook_uses to portal_engine using (true) with check (true);
