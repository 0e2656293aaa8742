-- run-as: portal_engine
-- Refuses a passage whose credential was removed between decision and log, so that the server decides again. A later removal leaves the log
-- as it is.
create or replace function private.require_decided_credential() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    -- Takes the same lock as a foreign key would, so that a removal and the log row wait for each other.
    perform from public.credentials c where c.id = new.credential_id for key share;
    if not found then
      raise foreign_key_violation using
        message = 'the credential does not exist', schema = 'public', table = 'access_logs', column = 'credential_id',
        constraint = 'access_logs_credential_id_fkey';
    end if;
    return null;
  end
  $$;
grant execute on function private.require_decided_credential() to portal_owner;
