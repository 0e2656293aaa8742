create or replace trigger guard_trust before update on public.installation_webhook for each row
  when (old is distinct from new) execute function private.guard_trust();
