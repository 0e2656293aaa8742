select private.reset_rights('public.schedule_versions');

grant select, insert, update, delete on public.schedule_versions to portal_engine;
create policy engine on public.schedule_versions to portal_engine using (true) with check (true);
