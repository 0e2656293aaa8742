-- Append-only: nobody has update or delete, and a trigger refuses both. Written by triggers and services as portal_engine.
select private.reset_rights('public.audit');

grant select on public.audit to system_admin;
create policy sys on public.audit for select to system_admin using (true);

grant select, insert on public.audit to portal_engine;
create policy engine on public.audit to portal_engine using (true) with check (true);
