select private.reset_rights('public.deleted_rows');

grant select on public.deleted_rows to system_admin;
create policy sys on public.deleted_rows for select to system_admin using (true);

grant select, insert, delete on public.deleted_rows to portal_engine;
create policy engine on public.deleted_rows to portal_engine using (true) with check (true);
