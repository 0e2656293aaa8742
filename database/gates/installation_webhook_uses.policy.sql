select private.reset_rights('public.installation_webhook_uses');

grant select, insert, update on public.installation_webhook_uses to portal_engine;
create policy engine on public.installation_webhook_uses to portal_engine using (true) with check (true);
