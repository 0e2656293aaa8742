-- Where a code may be mailed. Optional, and nobody signs in with it.
alter table public.end_users
  add column email text constraint end_users_email
    check (length(email) between 3 and 255 and email ~ '^[^@[:space:][:cntrl:]<>,;"]+@[^@[:space:][:cntrl:]<>,;"]+$');
