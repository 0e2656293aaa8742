-- Copied from the person with the caller's rights: an invisible person counts as missing (23503).

create or replace function private.fill_credential() returns trigger
  language plpgsql
  as $$
  begin
    select u.organization_id into new.organization_id from public.end_users u where u.id = new.end_user_id;
    if not found then
      raise foreign_key_violation using
        message = 'the person does not exist', schema = 'public', table = 'credentials', column = 'end_user_id',
        constraint = 'credentials_organization_id_end_user_id_fkey';
    end if;
    return new;
  end
  $$;
create or replace trigger fill_organization before insert or update of end_user_id, organization_id on public.credentials
  for each row execute function private.fill_credential();

-- Stores a PIN's search tokens, which the server passes beside the statement that writes it ('<id> <tokens>'), since the key is not in the
-- database. A PIN written by a table call has none, and is not found by the earlier PIN's digits.
create or replace function private.derive_pin_grams() returns trigger
  language plpgsql
  as $$
  declare
    given constant text := coalesce(current_setting('app.pin_grams', true), '');
  begin
    new.pin_grams := case when new.credential_type = 'pin' and split_part(given, ' ', 1) = new.id::text
      then string_to_array(split_part(given, ' ', 2), ',') end;
    return new;
  end
  $$;
create or replace trigger derive_pin_grams before insert or update of credential_value, credential_type on public.credentials
  for each row when (current_user in ('system_admin', 'org_admin')) execute function private.derive_pin_grams();

-- Refuses a text that is not one plate (contract/plate-problem.ts). Only written values are checked: a plate that an earlier rule allowed
-- can still be extended and switched off, and comes back with its person (people/undo-removal.function.sql).
create or replace function private.require_plate() returns trigger
  language plpgsql
  as $$
  begin
    if tg_op = 'UPDATE' and (new.credential_value, new.credential_type) = (old.credential_value, old.credential_type)
      or coalesce(current_setting('app.undoing', true), '') <> '' or private.is_plate(new.credential_value) then
      return new;
    end if;
    raise check_violation using
      message = 'this is not one number plate', schema = 'public', table = 'credentials', column = 'credential_value',
      constraint = 'credentials_plate';
  end
  $$;
create or replace trigger require_plate before insert or update of credential_value, credential_type on public.credentials
  for each row when (new.credential_type = 'license_plate') execute function private.require_plate();

-- Requires that credentials written by people have an end (contract/validity.ts, tests/integration/people/validity-times.test.ts). The
-- server is exempt.
create or replace function private.require_end() returns trigger
  language plpgsql
  as $$
  begin
    if private.pin_quota_owner() is null or coalesce(current_setting('app.undoing', true), '') <> '' then
      return new;
    end if;
    if tg_op = 'INSERT' and new.valid_to is null and new.validity_period <> 'custom' then
      new.valid_to := ((new.valid_from at time zone 'Europe/Stockholm') + replace(new.validity_period, '_', ' ')::interval)
        at time zone 'Europe/Stockholm';
    end if;
    if new.valid_to is null then
      raise not_null_violation using
        message = 'a credential has an end', schema = 'public', table = 'credentials', column = 'valid_to';
    end if;
    -- END_DATE_MAX_YEARS of contract/limits.ts, including its last day, whatever the period is called. An unchanged end never refuses a
    -- save. Times are compared, never subtracted: an infinite one has no distance.
    if new.valid_to > statement_timestamp() + interval '3654 days'
      and (tg_op = 'INSERT' or (new.valid_to, new.validity_period) is distinct from (old.valid_to, old.validity_period)) then
      raise check_violation using
        message = 'an own end date is too far ahead', schema = 'public', table = 'credentials', column = 'valid_to',
        constraint = 'credentials_own_end_years';
    end if;
    return new;
  end
  $$;
create or replace trigger require_end before insert or update of valid_to, validity_period on public.credentials
  for each row execute function private.require_end();

-- A credential's PIN claims are settled at commit (pin-reservations.function.sql).
drop trigger if exists settle on private.pin_claims;
create constraint trigger settle after insert on private.pin_claims
  deferrable initially deferred for each row execute function private.settle_pin_claims();

create or replace trigger pin_quota after insert on public.credentials
  referencing new table as new_rows for each statement execute function private.keep_pin_quota();
create or replace trigger plate_quota_insert after insert on public.credentials
  referencing new table as new_rows for each statement execute function private.keep_plate_quota();
create or replace trigger plate_quota_update after update on public.credentials
  referencing old table as old_rows new table as new_rows for each statement execute function private.keep_plate_quota();

create or replace trigger version_insert after insert on public.credentials
  referencing new table as new_rows for each statement execute function private.record_credential_versions();
create or replace trigger version_update after update on public.credentials
  referencing old table as old_rows new table as new_rows for each statement execute function private.record_credential_versions();
create or replace trigger keep_removed after delete on public.credentials
  referencing old table as old_rows for each statement execute function private.keep_removed_credentials();
