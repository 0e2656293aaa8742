-- Whose passage at a gate it is, so that an organisation reads its own by an index; and what a plate's credential was, and
-- since when, so that a refusal at a gate is explained by the settings of its own second.

alter table public.access_logs
  -- Of the credential, and kept when that is deleted; null = nobody's plate.
  add column organization_id uuid references public.organizations (id) on delete set null;
create index access_logs_organization on public.access_logs (organization_id, detected_at desc, id desc) where organization_id is not null;
create index access_logs_id on public.access_logs (id);

alter table public.credential_versions
  -- Gates assigned to it, whether or not they are linked.
  add column controller_ids uuid[] not null default '{}';

-- What plates were before is not known. The owner sees rows while this lasts.
alter table public.credentials no force row level security;
alter table public.controller_assignments no force row level security;
alter table public.credential_versions no force row level security;
alter table public.access_logs no force row level security;
update public.access_logs l set organization_id = c.organization_id from public.credentials c where c.id = l.credential_id;
insert into public.credential_versions (credential_id, since, enabled, valid_from, valid_to, access_point_ids, controller_ids)
select c.id, now(), c.enabled, c.valid_from, c.valid_to, '{}',
  coalesce((select array_agg(a.controller_id order by a.controller_id) from public.controller_assignments a
            where a.credential_id = c.id and a.access_point_id is null), '{}')
from public.credentials c where c.credential_type = 'license_plate';
alter table public.credentials force row level security;
alter table public.controller_assignments force row level security;
alter table public.credential_versions force row level security;
alter table public.access_logs force row level security;
