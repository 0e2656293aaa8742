-- What is wrong with the installation, who is told of it, and what became of the telling.

-- Since when a door controller has not done what it was asked; null while it does. last_error alone says only that it failed
-- last, and the newest failure is always a moment ago.
alter table public.controller_sync add column failing_since timestamptz;
-- Not an update: row security would show the owner no row.
alter table public.controller_sync alter column failing_since type timestamptz using case when last_error is null then null else now() end;

create function private.note_failing_since() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    new.failing_since := case when new.last_error is null then null else clock_timestamp() end;
    return new;
  end
  $$;
-- Another failure is the same trouble: the clock starts once and stops when a turn succeeds.
create trigger failing_since before update of last_error on public.controller_sync
  for each row when ((old.last_error is null) <> (new.last_error is null))
  execute function private.note_failing_since();

-- One row. A threshold of null: no alert of that kind. The numbers' names and defaults: contract/alerts.ts.
create table public.alert_settings (
  id                         uuid primary key default gen_random_uuid(),
  only_row                   boolean not null default true unique constraint alert_settings_one check (only_row),
  controller_offline_minutes integer default 15 constraint alert_settings_offline check (controller_offline_minutes between 1 and 10080),
  revocation_pending_minutes integer default 15 constraint alert_settings_revocation check (revocation_pending_minutes between 1 and 10080),
  denial_burst_count         integer default 20 constraint alert_settings_denials check (denial_burst_count between 2 and 10000),
  denial_burst_minutes       integer not null default 10 constraint alert_settings_denial_minutes check (denial_burst_minutes between 1 and 120),
  backup_old_hours           integer default 26 constraint alert_settings_backup check (backup_old_hours between 1 and 8760),
  -- An alert that stands is told again after so long.
  repeat_hours               integer default 24 constraint alert_settings_repeat check (repeat_hours between 1 and 720)
);
-- Row security is not on yet, so the owner may.
insert into public.alert_settings default values;

-- System admins who do not want letters; everybody else who is one gets them, so that a new installation tells somebody.
create table public.alert_opt_outs (
  user_id uuid primary key references public.profiles (id) on delete cascade
);

-- Where alerts are posted. The address is sealed too: many receivers have their key in it.
create table public.alert_webhooks (
  id             uuid primary key default gen_random_uuid(),
  name           text not null constraint alert_webhooks_name check (private.is_name(name)),
  -- Scheme, host and port, to be shown.
  origin         text not null constraint alert_webhooks_origin check (length(origin) <= 300 and origin ~ '^https?://[^/?#@[:space:]<>"]+$'),
  sealed_url     text not null constraint alert_webhooks_url check (private.is_sealed_text(sealed_url)),
  signing_secret text not null constraint alert_webhooks_secret check (private.is_sealed_text(signing_secret)),
  enabled        boolean not null default true,
  created_at     timestamptz not null default now()
);
create index alert_webhooks_name on public.alert_webhooks (name, id);

-- object_id: the controller; null = the installation. No foreign key: that a controller was deleted ends its alert, and is told.
create table public.alerts (
  id           uuid primary key default gen_random_uuid(),
  kind         text not null constraint alerts_kind check (kind in ('controller_offline', 'revocation_pending', 'denial_burst', 'backup_old')),
  object_id    uuid,
  object_name  text constraint alerts_object_name check (length(object_name) <= 300),
  -- Since when it is so, which is before anybody was told.
  since        timestamptz not null,
  -- Counts and codes; no plate, no person.
  detail       jsonb not null default '{}' constraint alerts_detail check (jsonb_typeof(detail) = 'object'),
  raised_at    timestamptz not null default now(),
  last_told_at timestamptz not null default now(),
  cleared_at   timestamptz constraint alerts_cleared check (cleared_at >= raised_at)
);
-- One that stands per kind and object, whichever server sees it.
create unique index alerts_open on public.alerts (kind, object_id) nulls not distinct where cleared_at is null;
create index alerts_newest on public.alerts (raised_at desc, id);

-- What is to be posted, made in the transaction that raises or clears; letters are rows of mail_queue of the same transaction.
create table public.alert_deliveries (
  -- Also in the body: a receiver that gets it twice knows it by this.
  id          uuid primary key default gen_random_uuid(),
  webhook_id  uuid not null references public.alert_webhooks (id) on delete cascade,
  event       text not null constraint alert_deliveries_event check (event in ('raised', 'reminder', 'cleared', 'test')),
  -- Posted letter by letter as it stands, at each try.
  body        text not null constraint alert_deliveries_body check (length(body) <= 20000),
  state       text not null default 'queued' constraint alert_deliveries_state check (state in ('queued', 'sent', 'failed')),
  attempts    integer not null default 0,
  last_error  text constraint alert_deliveries_last_error check (last_error ~ '^[a-z0-9_]{1,60}$'),
  next_try_at timestamptz not null default now(),
  lease_owner uuid,
  lease_until timestamptz not null default '-infinity',
  expires_at  timestamptz not null,
  created_at  timestamptz not null default now(),
  finished_at timestamptz,
  constraint alert_deliveries_finished check ((state = 'queued') = (finished_at is null))
);
create index alert_deliveries_due on public.alert_deliveries (next_try_at) where state = 'queued';
create index alert_deliveries_newest on public.alert_deliveries (created_at desc, id);
create index alert_deliveries_webhook on public.alert_deliveries (webhook_id);

do $$
declare
  t regclass;
begin
  foreach t in array array['public.alert_settings', 'public.alert_opt_outs', 'public.alert_webhooks', 'public.alerts', 'public.alert_deliveries']::regclass[] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
  end loop;
end
$$;
