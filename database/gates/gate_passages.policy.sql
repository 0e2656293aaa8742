select private.reset_rights('public.gate_passages');

grant select, insert, update on public.gate_passages to portal_gate;
create policy gate on public.gate_passages to portal_gate using (true) with check (true);

grant select, delete on public.gate_passages to portal_engine;
create policy engine on public.gate_passages to portal_engine using (true);
