-- System admins insert through private.insert_alert_webhook and cannot read URL or secret back.
select private.reset_rights('public.alert_webhooks');

grant select (id, name, origin, enabled, created_at), update (name, enabled), delete on public.alert_webhooks to system_admin;
create policy sys on public.alert_webhooks to system_admin using (true) with check (true);

-- `npm run admin -- reencrypt` updates these columns.
grant select, insert (id, name, origin, encrypted_url, signing_secret), update (encrypted_url, signing_secret) on public.alert_webhooks to portal_engine;
create policy engine on public.alert_webhooks to portal_engine using (true) with check (true);
