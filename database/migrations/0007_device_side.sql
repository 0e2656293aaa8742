-- What the device side needs beyond copies: the group of the controller-users dialog, weekly codes made ahead of time, the
-- last comparison's report, the reason of an attested receipt, and a pause of every lane.

-- The person follows the device's group named "Webbportal", whatever its token is after a replaced device; group_token is
-- for a group that was chosen by token.
alter table public.controller_users add column default_group boolean not null default false;

-- Token of the group named "Webbportal" as the device last showed it; null = none seen.
alter table public.controller_sync add column group_token text
  constraint controller_sync_group_token check (length(group_token) between 1 and 255);

-- Why a system admin attested that a device is gone for ever.
alter table public.sync_receipts add column reason text
  constraint sync_receipts_reason check (reason is null or (kind = 'attested' and btrim(reason) <> '' and length(reason) <= 500));

-- Off until somebody turns it on, controller by controller.
create table public.weekly_code_settings (
  id            uuid primary key default gen_random_uuid(),
  controller_id uuid not null unique references public.controllers (id) on delete cascade,
  -- Codes for this week and so many after it are made by themselves.
  generate      boolean not null default false,
  weeks_ahead   smallint not null default 1 constraint weekly_code_settings_weeks_ahead check (weeks_ahead between 0 and 52),
  -- Codes whose week is over are deleted by themselves.
  cleanup       boolean not null default false,
  created_at    timestamptz not null default now()
);

-- What the last full comparison of a controller found, in the words of contract/functions/sync-control.ts. Never a PIN.
create table public.drift_reports (
  controller_id uuid primary key references public.controllers (id) on delete cascade,
  compared_at   timestamptz not null,
  users         integer not null,
  credentials   integer not null,
  -- How many differences there were; `items` holds the first thousand.
  total_items   integer not null,
  items         jsonb not null constraint drift_reports_items check (jsonb_typeof(items) = 'array')
);

-- One row = no lane of any server works. After a restored back-up devices know more than the database does.
create table public.lane_pause (
  id        boolean primary key default true constraint lane_pause_one check (id),
  paused_at timestamptz not null default now(),
  -- Account; null = a script on the server's console.
  paused_by uuid,
  reason    text not null constraint lane_pause_reason check (btrim(reason) <> '' and length(reason) <= 500)
);

alter table public.weekly_code_settings enable row level security;
alter table public.weekly_code_settings force row level security;
alter table public.drift_reports enable row level security;
alter table public.drift_reports force row level security;
alter table public.lane_pause enable row level security;
alter table public.lane_pause force row level security;
