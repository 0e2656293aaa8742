select private.reset_rights('public.credential_versions');

grant select, insert, update, delete on public.credential_versions to portal_engine;
create policy engine on public.credential_versions to portal_engine using (true) with check (true);
