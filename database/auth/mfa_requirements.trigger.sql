create or replace trigger keep_mfa_requirement before update of required on public.mfa_requirements
  for each row when (old.required and not new.required) execute function private.keep_mfa_requirement();
