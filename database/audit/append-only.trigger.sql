create or replace trigger refuse_change before update or delete or truncate on public.audit
  for each statement execute function private.refuse_change();
create or replace trigger refuse_change before update or delete or truncate on public.audit_chain
  for each statement execute function private.refuse_change();
create or replace trigger refuse_change before update or delete or truncate on public.audit_checks
  for each statement execute function private.refuse_change();
create or replace trigger refuse_change before update or delete or truncate on public.audit_keys
  for each statement execute function private.refuse_change();
