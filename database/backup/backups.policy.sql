select private.reset_rights('public.backups');

grant select on public.backups to system_admin;
create policy sys on public.backups for select to system_admin using (true);

grant select, insert, update, delete on public.backups to portal_engine;
create policy engine on public.backups to portal_engine using (true) with check (true);
