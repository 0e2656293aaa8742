select private.reset_rights('public.access_logs');

grant select on public.access_logs to system_admin, org_admin;
create policy sys on public.access_logs for select to system_admin using (true);
create policy org on public.access_logs for select to org_admin
  -- Granted passages are shown by the same rule as at doors (passages/door_events.policy.sql): in a housing association only after a
  -- reason. An opening from the portal is shown with who ordered it.
  using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid)
    and not (access_granted and access_reason <> 'opened_from_portal'
      and (select exists (select from public.organizations o
             where o.id = nullif(current_setting('app.org', true), '')::uuid and o.kind = 'housing'))
      and (select private.granted_passages_until()) is null));

grant select, insert, delete, update (plate_number, credential_id, macro_executed, changed_at, controller_id, removed_controller) on public.access_logs to portal_engine;
create policy engine on public.access_logs to portal_engine using (true) with check (true);

grant select, insert on public.access_logs to portal_gate;
grant update (macro_executed, changed_at) on public.access_logs to portal_gate;
create policy gate on public.access_logs to portal_gate using (true) with check (true);
