-- Functions create and remove accounts; a table call may only correct a name.
select private.reset_rights('public.profiles');

grant select on public.profiles to system_admin;
grant update (first_name, last_name) on public.profiles to system_admin;
create policy sys on public.profiles to system_admin using (true) with check (true);

-- Their own row, shown as "signed in as".
grant select on public.profiles to org_admin;
create policy org on public.profiles for select to org_admin
  using (id = (select nullif(current_setting('app.sub', true), '')::uuid));

grant select, insert, update, delete on public.profiles to portal_engine;
create policy engine on public.profiles to portal_engine using (true) with check (true);

-- /auth/v1 copies a changed address here, and refuses a password that contains the person's name.
grant select (id, email, first_name, last_name), update (email) on public.profiles to portal_auth;
create policy auth on public.profiles to portal_auth using (true) with check (true);
