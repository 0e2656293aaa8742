select private.reset_rights('public.worker_pause');

grant select on public.worker_pause to system_admin;
create policy sys on public.worker_pause for select to system_admin using (true);

grant select, insert, delete on public.worker_pause to portal_engine;
create policy engine on public.worker_pause to portal_engine using (true) with check (true);
