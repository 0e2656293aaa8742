create or replace trigger begin_notices before insert or update of pace on public.notice_choices
  for each row execute function private.begin_notices();
