select private.reset_rights('public.mail_queue');

grant select (id, template, recipient, state, attempts, last_error, next_try_at, lease_owner, lease_until, expires_at, created_at, finished_at,
    end_user_id, organization_id, named_people)
  on public.mail_queue to system_admin;
create policy sys on public.mail_queue for select to system_admin using (true);

grant select, insert, update, delete on public.mail_queue to portal_engine;
create policy engine on public.mail_queue to portal_engine using (true) with check (true);

grant insert (id, template, recipient, encrypted_content, expires_at) on public.mail_queue to portal_auth;
create policy auth on public.mail_queue for insert to portal_auth with check (true);
