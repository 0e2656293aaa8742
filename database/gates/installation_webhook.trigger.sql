create or replace trigger hold_trust before update on public.installation_webhook for each row
  when (old is distinct from new) execute function private.hold_trust();
