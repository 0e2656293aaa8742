-- Returns the tokens of a credential source on a device. Twin: server/reconcile/worker/tokens.ts.

create or replace function private.user_token_of(p_source uuid) returns text
  language sql immutable parallel safe
  return 'wp-u-' || p_source::text;

create or replace function private.credential_token_of(p_source uuid) returns text
  language sql immutable parallel safe
  return 'wp-c-' || p_source::text;

grant execute on function private.user_token_of(uuid), private.credential_token_of(uuid) to portal_engine;
