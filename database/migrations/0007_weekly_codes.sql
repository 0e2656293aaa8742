-- Weekly codes.

create table public.weekly_codes (
  id          uuid primary key default gen_random_uuid(),
  code        text not null constraint weekly_codes_code_is_encrypted check (private.is_encrypted_pin(code)),
  code_mask   text not null generated always as (private.encrypted_pin_mask(code)) stored,
  pin_hmacs   text[] not null generated always as (private.encrypted_pin_hmacs(code)) stored,
  week_number smallint not null constraint weekly_codes_week_number check (week_number between 1 and 53),
  year        smallint not null constraint weekly_codes_year check (year between 2000 and 2200),
  valid_from  timestamptz not null,
  valid_to    timestamptz not null,
  created_at  timestamptz not null default now(),
  constraint weekly_codes_window check (valid_to > valid_from),
  constraint weekly_codes_valid_from_years check (private.is_bounded_time(valid_from)),
  constraint weekly_codes_valid_to_years check (private.is_bounded_time(valid_to))
);
create index weekly_codes_week on public.weekly_codes (year, week_number);
create index weekly_codes_valid_to on public.weekly_codes (valid_to);
alter table public.weekly_codes enable row level security, force row level security;
comment on table public.weekly_codes is 'A PIN that is valid for one week at chosen controllers.';

create table public.weekly_code_assignments (
  weekly_code_id uuid not null references public.weekly_codes (id) on delete cascade,
  controller_id  uuid not null references public.controllers (id),
  primary key (weekly_code_id, controller_id)
);
create index weekly_code_assignments_controller on public.weekly_code_assignments (controller_id);
alter table public.weekly_code_assignments enable row level security, force row level security;
comment on table public.weekly_code_assignments is 'Controllers of a weekly code.';

create table public.weekly_code_settings (
  id            uuid primary key default gen_random_uuid(),
  controller_id uuid not null unique references public.controllers (id) on delete cascade,
  generate      boolean not null default false,
  weeks_ahead   smallint not null default 1 constraint weekly_code_settings_weeks_ahead check (weeks_ahead between 0 and 52),
  cleanup       boolean not null default false,
  created_at    timestamptz not null default now()
);
alter table public.weekly_code_settings enable row level security, force row level security;
comment on table public.weekly_code_settings is 'Settings of a controller''s automatic weekly codes. They are off until somebody turns them on.';
comment on column public.weekly_code_settings.generate is 'A job makes codes for this week and weeks_ahead more.';
comment on column public.weekly_code_settings.cleanup is 'A job deletes codes whose week is over.';

create table public.weekly_code_versions (
  weekly_code_id uuid not null,
  since          timestamptz not null,
  week_number    smallint not null,
  year           smallint not null,
  valid_from     timestamptz not null,
  valid_to       timestamptz not null,
  controller_ids uuid[] not null,
  removed        boolean not null default false,
  pin_digits     smallint,
  primary key (weekly_code_id, since)
);
create index weekly_code_versions_since on public.weekly_code_versions (since);
alter table public.weekly_code_versions enable row level security, force row level security;
comment on table public.weekly_code_versions is 'Validity and controllers of a weekly code and their start, so that a past time is judged by the codes of that time. Never the code.';
comment on column public.weekly_code_versions.removed is 'The last version of a code, which was removed at this time.';
comment on column public.weekly_code_versions.pin_digits is 'Length of the code.';
