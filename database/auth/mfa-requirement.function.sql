-- run-as: portal_auth
-- Lifting the second-factor requirement needs a step-up, except on the console, which has no session.

create or replace function private.keep_mfa_requirement() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    session uuid := nullif(current_setting('app.session', true), '')::uuid;
  begin
    if session is not null and not private.has_fresh_step_up(session) then
      raise insufficient_privilege using
        message = 'the person did not re-authenticate lately', schema = 'public', table = 'mfa_requirements', column = 'required',
        constraint = 'mfa_requirements_step_up';
    end if;
    return new;
  end
  $$;
grant execute on function private.keep_mfa_requirement() to portal_owner;
