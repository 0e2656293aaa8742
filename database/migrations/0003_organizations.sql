-- Organisations. A foreign key that includes organization_id or controller_id separates tenants: a row cannot point into another
-- organisation or at another controller's door. There is one foreign key between two tables, so that every embed is unambiguous.

create table public.organizations (
  id          uuid primary key default gen_random_uuid(),
  name        text not null constraint organizations_name check (private.is_name(name)),
  description text constraint organizations_description check (length(description) <= 1000),
  created_at  timestamptz not null default now(),
  kind        text not null default 'other' constraint organizations_kind check (kind in ('housing', 'industry', 'property', 'other')),
  log_days    integer constraint organizations_log_days check (log_days between 1 and 3650),
  purposes    text constraint organizations_purposes check (length(purposes) <= 4000),
  constraint organizations_created_at_years check (private.is_bounded_time(created_at))
);
create index organizations_newest on public.organizations (created_at desc, id);
alter table public.organizations enable row level security, force row level security;
comment on table public.organizations is 'Organisations: housing associations, companies and other tenants of the installation.';
comment on column public.organizations.kind is 'Decides the default of log_days: passages at homes are kept for a short time only.';
comment on column public.organizations.log_days is 'Days that passages are kept. Null: the default of the kind (private.log_days).';
comment on column public.organizations.purposes is 'GDPR article 30: purpose of the data, in the organisation''s own words. Null: the portal''s text.';
