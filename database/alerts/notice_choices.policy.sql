select private.reset_rights('public.notice_choices');

-- No right to delete, so that switching notices off and on does not shorten the pause before the next email.
grant select, insert (user_id, kind, pace), update (pace) on public.notice_choices to org_admin;
create policy org on public.notice_choices to org_admin
  using (user_id = (select nullif(current_setting('app.sub', true), '')::uuid))
  with check (user_id = (select nullif(current_setting('app.sub', true), '')::uuid));

grant select, update (pace, told_to, mailed_at) on public.notice_choices to portal_engine;
create policy engine on public.notice_choices to portal_engine using (true) with check (true);
