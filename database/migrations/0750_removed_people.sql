-- An ordinary edit removes a credential or a person from the portal, not from the log: events keep naming them, and a refusal
-- is explained as it was, until the log's own time is out or the person is erased.

create table public.removed_people (
  id              uuid primary key,
  organization_id uuid not null references public.organizations (id) on delete cascade,
  first_name      text not null constraint removed_people_first_name check (private.is_name(first_name)),
  last_name       text not null constraint removed_people_last_name check (private.is_name(last_name)),
  search          text not null generated always as (private.search_key(first_name || ' ' || last_name)) stored,
  removed_at      timestamptz not null default now()
);
create index removed_people_organization on public.removed_people (organization_id, removed_at);
create index removed_people_search on public.removed_people using gin (search gin_trgm_ops);
create index removed_people_removed on public.removed_people (removed_at);
alter table public.removed_people enable row level security;
alter table public.removed_people force row level security;

create table public.removed_credentials (
  id              uuid primary key,
  organization_id uuid not null references public.organizations (id) on delete cascade,
  -- Still there, or removed as well.
  end_user_id     uuid not null,
  credential_type text not null constraint removed_credentials_type check (credential_type in ('pin', 'license_plate')),
  removed_at      timestamptz not null default now()
);
create index removed_credentials_person on public.removed_credentials (end_user_id);
create index removed_credentials_organization on public.removed_credentials (organization_id);
create index removed_credentials_removed on public.removed_credentials (removed_at);
alter table public.removed_credentials enable row level security;
alter table public.removed_credentials force row level security;

-- The last version of a credential says that it was removed then.
alter table public.credential_versions add column removed boolean not null default false;
alter table public.credential_versions drop constraint credential_versions_credential_id_fkey;

alter table public.door_events drop constraint door_events_credential_id_fkey, drop constraint door_events_weekly_code_id_fkey;
alter table public.access_logs drop constraint access_logs_credential_id_fkey;
-- Embeds keep the relationship, under the name that the key had.
comment on table public.door_events is
$$@relation door_events_credential_id_fkey: credential_id -> credentials(id)
@relation credential_id -> logged_credentials(id)
@relation door_events_weekly_code_id_fkey: weekly_code_id -> weekly_codes(id)$$;
comment on table public.access_logs is
$$@relation access_logs_credential_id_fkey: credential_id -> credentials(id)
@relation credential_id -> logged_credentials(id)$$;
