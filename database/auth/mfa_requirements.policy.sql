select private.reset_rights('public.mfa_requirements');

grant select, update (required) on public.mfa_requirements to system_admin;
create policy sys on public.mfa_requirements to system_admin using (true) with check (true);

grant select on public.mfa_requirements to org_admin;
create policy org on public.mfa_requirements for select to org_admin using (true);

grant select on public.mfa_requirements to portal_auth;
create policy auth on public.mfa_requirements for select to portal_auth using (true);

grant select, update (required) on public.mfa_requirements to portal_engine;
create policy engine on public.mfa_requirements to portal_engine using (true) with check (true);
