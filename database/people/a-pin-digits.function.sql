-- run-as: portal_engine
-- Returns the length of an encrypted PIN: the ciphertext has 28 bytes more.
create or replace function private.encrypted_pin_digits(p_text text) returns integer
  language sql immutable strict parallel safe
  set search_path = ''
  return length(split_part(p_text, ':', 4)) * 3 / 4 - 28;
