-- before: migrations
-- Encrypted PINs: s1:<key id>:<hmac hex>[,<hmac hex>]:<nonce 12 · cipher · tag 16 in base64url>. Everybody may call these functions, like
-- those of platform/a-values.function.sql.

-- Tells whether a text is an encrypted PIN. The last part is 43, 44 or 46 characters for 4, 5 or 6 digits, so neither a plain PIN
-- nor one of another length passes. The pattern has no counted repetitions over the whole text, because these took half of the
-- time of a change of all people.
create or replace function private.is_encrypted_pin(p_text text) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
  return p_text ~ '^s1:[a-z0-9]+:[0-9a-f,]+:[A-Za-z0-9_-]+$'
    and length(split_part(p_text, ':', 2)) <= 16
    -- One to three HMACs of 64 digits each: a comma after each but the last, and nowhere else.
    and (length(split_part(p_text, ':', 3)), length(replace(split_part(p_text, ':', 3), ',', ''))) in ((64, 64), (129, 128), (194, 192))
    and substr(split_part(p_text, ':', 3), 65, 1) in ('', ',')
    and substr(split_part(p_text, ':', 3), 130, 1) in ('', ',')
    and length(split_part(p_text, ':', 4)) in (43, 44, 46);

create or replace function private.encrypted_pin_hmacs(p_text text) returns text[]
  language sql immutable strict parallel safe
  set search_path = ''
  return string_to_array(split_part(p_text, ':', 3), ',');

-- Returns dots of a fixed number, which does not reveal the PIN's length.
create or replace function private.encrypted_pin_mask(p_text text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return case when p_text is not null then '••••' end;

grant execute on function private.is_encrypted_pin(text), private.encrypted_pin_hmacs(text), private.encrypted_pin_mask(text) to public;
