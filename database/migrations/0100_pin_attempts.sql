-- Reservations of PINs: what is reserved when a transaction ends, what an administrator pays for asking, what was proposed.
-- Functions: functions/pin-reservations.sql, functions/pin-attempts.sql. Decision: docs/decisions/0027.

-- Whose PIN it is; null for a weekly code, a person made at the controller and an object that is not ours. Answers "does this
-- controller hold codes of others?" by index.
alter table public.controller_pins add column organization_id uuid;
create index controller_pins_organization on public.controller_pins (controller_id, organization_id);

-- A database that is being made has no rows, and no rights on them yet.
set local role portal_engine;
do $$
begin
  if not has_table_privilege('public.controller_pins', 'update') then
    return;
  end if;
  update public.controller_pins p set organization_id = d.organization_id
  from public.device_sync d
  where d.controller_id = p.controller_id and d.holder_id = p.holder_id and d.organization_id is not null;

  -- A credential that is off or over reserves nothing once its copy is proved gone.
  delete from public.controller_pins p
  using public.device_sync d
  where d.controller_id = p.controller_id and d.holder_id = p.holder_id and d.applied_digest is null and not d.pending
    and (exists (select from public.credentials c where c.id = p.holder_id and (not c.enabled or c.valid_to <= now()))
      or exists (select from public.weekly_codes w where w.id = p.holder_id and w.valid_to <= now())
      or exists (select from public.controller_users u where u.id = p.holder_id and (not u.enabled or u.valid_to <= now())));
end
$$;
set local role portal_owner;

-- What a transaction asks to reserve. Filled by triggers, emptied by the deferred trigger of the same transaction, so it is
-- empty whenever nobody is at work; unlogged, because a crash rolls the transaction back anyway.
create unlogged table private.pin_claims (
  tx          xid8 not null default pg_current_xact_id(),
  holder_kind text not null,
  controllers uuid[] not null,
  holders     uuid[] not null
);
create index pin_claims_tx on private.pin_claims (tx);

-- Typed PINs that were paid for, kept for a day. `payer`: the organisation, or a system admin's account.
create table private.pin_attempts (
  id              uuid primary key default gen_random_uuid(),
  payer           uuid not null,
  -- Null: a system admin's.
  organization_id uuid,
  rows            integer not null check (rows >= 0),
  -- Whether the answer was, or may have been, "taken". True until the reservation is committed, so that attempts under way
  -- count as told.
  told            boolean not null default true,
  -- The purse was empty: rows = 0, at most one an hour, for the alert.
  refused         boolean not null default false,
  at              timestamptz not null default clock_timestamp()
);
create index pin_attempts_payer on private.pin_attempts (payer, at);
create index pin_attempts_refused on private.pin_attempts (at) where refused;

-- PINs that the portal proposed: saving one of them within the hour asks nothing new, so it costs nothing.
create table private.pin_offers (
  id        uuid primary key default gen_random_uuid(),
  payer     uuid not null,
  pin_hmacs text[] not null,
  at        timestamptz not null default clock_timestamp()
);
create index pin_offers_payer on private.pin_offers (payer, at);

grant select, insert, delete on private.pin_claims, private.pin_offers to portal_engine;
grant select, insert, update, delete on private.pin_attempts to portal_engine;

alter table public.alerts drop constraint alerts_kind;
alter table public.alerts add constraint alerts_kind
  check (kind in ('controller_offline', 'revocation_pending', 'denial_burst', 'backup_old', 'pin_attempts'));
