select private.reset_rights('public.controller_users');

grant select (id, controller_id, first_name, last_name, pin_mask, valid_from, valid_to, enabled, group_token,
    default_group, access_point_ids, user_token, credential_token, created_at),
  insert (id, controller_id, first_name, last_name, pin, valid_from, valid_to, enabled, group_token, default_group, access_point_ids),
  update (first_name, last_name, pin, valid_from, valid_to, enabled, group_token, default_group, access_point_ids),
  delete
  on public.controller_users to system_admin;
create policy sys on public.controller_users to system_admin using (true) with check (true);

grant select, insert, update, delete on public.controller_users to portal_engine;
create policy engine on public.controller_users to portal_engine using (true) with check (true);
