select private.reset_rights('public.weekly_code_settings');

grant select, insert (controller_id, generate, weeks_ahead, cleanup), update (generate, weeks_ahead, cleanup), delete
  on public.weekly_code_settings to system_admin;
create policy sys on public.weekly_code_settings to system_admin using (true) with check (true);

grant select on public.weekly_code_settings to portal_engine;
create policy engine on public.weekly_code_settings for select to portal_engine using (true);
