-- run-as: portal_auth
-- A role that must have a second factor is not let off it at an unlocked computer: that asks for a proof of the last five minutes
-- (server/auth/settings.ts, stepUpSeconds). Whoever has the console has no session, and is not asked.

create or replace function private.keep_mfa_requirement() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    session uuid := nullif(current_setting('app.session', true), '')::uuid;
  begin
    if session is not null and not exists (
      select from auth.sessions s, jsonb_array_elements(s.amr) entry
      where s.id = session and (entry ->> 'timestamp')::bigint >= extract(epoch from clock_timestamp()) - 300) then
      raise insufficient_privilege using
        message = 'the person was not proved lately', schema = 'public', table = 'mfa_requirements', column = 'required',
        constraint = 'mfa_requirements_fresh_proof';
    end if;
    return new;
  end
  $$;
grant execute on function private.keep_mfa_requirement() to portal_owner;
