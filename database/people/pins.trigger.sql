drop trigger if exists settle on private.pin_claims;
create constraint trigger settle after insert on private.pin_claims
  deferrable initially deferred for each row execute function private.settle_pin_claims();
create or replace trigger pin_quota after insert on public.credentials
  referencing new table as new_rows for each statement execute function private.keep_pin_quota();
