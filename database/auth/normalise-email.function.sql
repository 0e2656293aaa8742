-- before: migrations
-- One spelling per address: NFKC, lower case by Unicode's rules whatever the database's own locale is.
create or replace function auth.normalise_email(p_email text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  return lower(normalize(btrim(p_email), nfkc) collate "und-x-icu");
grant execute on function auth.normalise_email(text) to portal_auth, portal_engine;
