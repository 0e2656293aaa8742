-- System admins set receivers up and see neither the whole address nor the secret again; the job opens both.
select private.reset_rights('public.alert_webhooks');

grant select (id, name, origin, enabled, created_at), insert (id, name, origin, sealed_url, signing_secret, enabled),
  update (name, origin, sealed_url, signing_secret, enabled), delete on public.alert_webhooks to system_admin;
create policy sys on public.alert_webhooks to system_admin using (true) with check (true);

-- The update is that of `npm run admin -- reseal`.
grant select, update (sealed_url, signing_secret) on public.alert_webhooks to portal_engine;
create policy engine on public.alert_webhooks to portal_engine using (true) with check (true);
