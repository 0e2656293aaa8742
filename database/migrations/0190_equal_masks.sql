-- Four dots whatever the PIN's length: a mask that counts digits leaves 10 000 codes to try of a million.
create or replace function private.sealed_pin_mask(p_text text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return case when p_text is not null then '••••' end;

-- A stored column is computed anew only when what it is made of is written. PostgreSQL 15 has no other way; the triggers
-- would make every code due on its door, and audit a change that nobody made. The owner sees rows while this lasts.
alter table public.credentials no force row level security, disable trigger user;
update public.credentials set credential_value = credential_value where credential_type = 'pin' and display_value <> '••••';
alter table public.credentials enable trigger user, force row level security;

alter table public.weekly_codes no force row level security, disable trigger user;
update public.weekly_codes set code = code where code_mask <> '••••';
alter table public.weekly_codes enable trigger user, force row level security;

alter table public.controller_users no force row level security, disable trigger user;
update public.controller_users set pin = pin where pin_mask <> '••••';
alter table public.controller_users enable trigger user, force row level security;
