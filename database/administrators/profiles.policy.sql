select private.reset_rights('public.profiles');

grant select on public.profiles to system_admin;
grant update (first_name, last_name) on public.profiles to system_admin;
create policy sys on public.profiles to system_admin using (true) with check (true);

grant select on public.profiles to org_admin;
create policy org on public.profiles for select to org_admin
  using (id = (select nullif(current_setting('app.sub', true), '')::uuid));

grant select, insert, update, delete on public.profiles to portal_engine;
create policy engine on public.profiles to portal_engine using (true) with check (true);

-- /auth/v1 writes a changed address here, and refuses the person's name as password.
grant select (id, email, first_name, last_name), update (email) on public.profiles to portal_auth;
create policy auth on public.profiles to portal_auth using (true) with check (true);
