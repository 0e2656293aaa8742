-- before: migrations
-- Functions that build and check the values of columns. They run as the writer and reveal nothing, so everybody may call them.

-- Returns the one form in which text is stored and searched: composed, without invisible and direction-changing characters. Twin of
-- plainText (contract/plain-line.ts).
create or replace function private.plain_text(p_text text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return case when p_text ~ '^[ -~]*$' then p_text
    else regexp_replace(normalize(p_text, nfc), '[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]', '', 'g') end;

-- Returns the key for searching names, by Unicode's rules whatever the database's own locale: "Å" must find "å".
create or replace function private.search_key(p_text text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return lower(private.plain_text(p_text) collate "und-x-icu");

-- Returns the key for comparing phone numbers: digits alone, and a Swedish number as it is dialled at home.
create or replace function private.phone_key(p_text text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return regexp_replace(regexp_replace(p_text, '[^0-9+]', '', 'g'), '^(\+|00)460?', '0');

-- Refuses a name of spaces, or with a line break that would split a CSV line.
create or replace function private.is_name(p_text text) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
  return length(p_text) <= 100 and btrim(p_text) <> '' and p_text !~ '[\x01-\x1f\x7f]';

-- Tells whether a text is encrypted.
create or replace function private.is_encrypted_text(p_text text) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
  return length(p_text) <= 5000 and p_text ~ '^p1:[a-z0-9]{1,16}:[A-Za-z0-9_-]{38,}$';

-- Tells whether a time is finite and within years that devices, drivers and readers can hold. Every time that a portal role may write has
-- this check; tests/integration/platform/bounded-times.test.ts finds a column without it.
create or replace function private.is_bounded_time(moment timestamptz) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
  return moment >= '1970-01-01 00:00:00+00' and moment < '2100-01-01 00:00:00+00';

grant execute on function private.plain_text(text), private.search_key(text), private.phone_key(text), private.is_name(text), private.is_encrypted_text(text),
  private.is_bounded_time(timestamptz) to public;
