-- Created by a restore, removed by private.confirm_restore. Gates check whether it exists.
select private.reset_rights('public.restore_state');

grant select on public.restore_state to system_admin;
create policy sys on public.restore_state for select to system_admin using (true);

grant select, insert, delete on public.restore_state to portal_engine;
create policy engine on public.restore_state to portal_engine using (true) with check (true);

grant select (id) on public.restore_state to portal_gate;
create policy gate on public.restore_state for select to portal_gate using (true);
