create or replace function private.like_text(p_text text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return regexp_replace(p_text, '([\\%_])', '\\\1', 'g');
grant execute on function private.like_text(text) to public;
