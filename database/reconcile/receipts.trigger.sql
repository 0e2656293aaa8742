drop trigger if exists require_receipt on public.device_sync;
create constraint trigger require_receipt after delete on public.device_sync
  deferrable initially deferred for each row execute function private.require_receipt();

create or replace trigger refuse_change before update or delete or truncate on public.sync_receipts
  for each statement execute function private.refuse_change();
