select private.reset_rights('public.pushed_reads');

grant select, insert, update on public.pushed_reads to portal_gate;
create policy gate on public.pushed_reads to portal_gate using (true) with check (true);

grant select, delete on public.pushed_reads to portal_engine;
create policy engine on public.pushed_reads to portal_engine using (true);
