-- Only functions read and write this table, after a step-up.
select private.reset_rights('public.installation_webhook');

grant select, insert, update on public.installation_webhook to portal_engine;
create policy engine on public.installation_webhook to portal_engine using (true) with check (true);

grant select (enabled, webhook_user, webhook_hash, webhook_previous_hash, webhook_previous_until) on public.installation_webhook to portal_gate;
create policy gate on public.installation_webhook for select to portal_gate using (true);
