-- Administrators: their names and their roles.

create table public.profiles (
  id         uuid primary key references auth.users (id) on delete cascade,
  first_name text not null constraint profiles_first_name check (private.is_name(first_name)),
  last_name  text not null constraint profiles_last_name check (private.is_name(last_name)),
  email      text not null constraint profiles_email check (length(email) between 3 and 255)
);
alter table public.profiles enable row level security, force row level security;
comment on table public.profiles is 'Name and address of an administrator, as other administrators see them.';

create table public.user_roles (
  id              uuid primary key default gen_random_uuid(),
  user_id         uuid not null unique references public.profiles (id) on delete cascade,
  role            text not null constraint user_roles_role check (role in ('system_admin', 'org_admin')),
  organization_id uuid references public.organizations (id),
  created_at      timestamptz not null default now(),
  constraint user_roles_organization check ((role = 'org_admin') = (organization_id is not null))
);
create index user_roles_organization on public.user_roles (organization_id, created_at desc);
create index user_roles_role on public.user_roles (role, created_at desc);
alter table public.user_roles enable row level security, force row level security;
comment on table public.user_roles is 'The role of an account: system admin, or admin of one organisation.';
