select private.reset_rights('public.membership_versions');

grant select, insert, update, delete on public.membership_versions to portal_engine;
create policy engine on public.membership_versions to portal_engine using (true) with check (true);
