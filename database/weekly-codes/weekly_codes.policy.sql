select private.reset_rights('public.weekly_codes');

grant select (id, code_mask, week_number, year, valid_from, valid_to, created_at),
  insert (id, code, week_number, year, valid_from, valid_to), update (code, valid_from, valid_to), delete
  on public.weekly_codes to system_admin;
create policy sys on public.weekly_codes to system_admin using (true) with check (true);

grant select, insert, update, delete on public.weekly_codes to portal_engine;
create policy engine on public.weekly_codes to portal_engine using (true) with check (true);
