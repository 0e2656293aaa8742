select private.reset_rights('public.weekly_code_versions');

grant select, insert, update, delete on public.weekly_code_versions to portal_engine;
create policy engine on public.weekly_code_versions to portal_engine using (true) with check (true);
