-- run-as: portal_engine
-- Rules that must look past the caller's own rows, or hold against the engine itself.

-- The last system admin stays, also when two are removed at once: both wait for one lock, and the second one's
-- look comes after the first one's commit.
create or replace function private.keep_a_system_admin() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if exists (select from old_rows where role = 'system_admin') then
      perform pg_advisory_xact_lock(7276114002);
      if not exists (select from public.user_roles where role = 'system_admin') then
        raise restrict_violation using
          message = 'the last system administrator cannot be removed',
          schema = 'public', table = 'user_roles', constraint = 'user_roles_last_system_admin';
      end if;
    end if;
    return null;
  end
  $$;

-- A controller with people on it cannot turn into another kind: their copies could no longer be removed.
create or replace function private.keep_device_type() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if new.device_type <> old.device_type and (
      exists (select from public.device_sync where controller_id = new.id)
      or exists (select from public.controller_assignments where controller_id = new.id)
      or exists (select from public.weekly_code_assignments where controller_id = new.id)
      or exists (select from public.controller_users where controller_id = new.id)) then
      raise restrict_violation using
        message = 'the device type cannot change while the controller has people',
        schema = 'public', table = 'controllers', column = 'device_type', constraint = 'controllers_device_type_in_use';
    end if;
    return new;
  end
  $$;

-- A pair goes only with its proof: a receipt of the same transaction, for the generation that is deleted. Deferred, so
-- the receipt may be written before or after.
create or replace function private.require_receipt() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if not exists (
      select from public.sync_receipts r
      where r.controller_id = old.controller_id and r.holder_id = old.holder_id and r.tx = pg_current_xact_id()
        and r.kind in ('revocation', 'attested') and r.generation = old.desired_gen) then
      raise restrict_violation using
        message = 'a copy on a device is forgotten only with a receipt for its current generation',
        schema = 'public', table = 'device_sync', constraint = 'device_sync_receipt';
    end if;
    return null;
  end
  $$;

create or replace function private.refuse_change() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    raise insufficient_privilege using message = format('%I is append-only', tg_table_name);
  end
  $$;

grant execute on function private.keep_a_system_admin(), private.keep_device_type(), private.require_receipt(),
  private.refuse_change() to portal_owner;
