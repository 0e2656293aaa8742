-- run-as: portal_engine
-- Lets a replica be deleted only with a receipt of its generation in the same transaction. Deferred, so that either order works.
create or replace function private.require_receipt() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if not exists (
      select from public.sync_receipts r
      where r.controller_id = old.controller_id and r.source_id = old.source_id and r.tx = pg_current_xact_id()
        and r.kind in ('revocation', 'attested') and r.generation = old.desired_gen) then
      raise restrict_violation using
        message = 'a replica on a device is deleted only with a receipt for its current generation',
        schema = 'public', table = 'device_sync', constraint = 'device_sync_receipt';
    end if;
    return null;
  end
  $$;

grant execute on function private.require_receipt() to portal_owner;
