select private.reset_rights('public.gate_versions');

grant select, insert, update, delete on public.gate_versions to portal_engine;
create policy engine on public.gate_versions to portal_engine using (true) with check (true);
