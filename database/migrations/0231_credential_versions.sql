-- What a PIN's credential was, and since when: a refusal is explained by the settings of its own second, not today's.
-- A transaction leaves one version, however many statements it took. Plates are explained by the access log itself.

create table public.credential_versions (
  credential_id    uuid not null references public.credentials (id) on delete cascade,
  since            timestamptz not null,
  enabled          boolean not null,
  valid_from       timestamptz,
  valid_to         timestamptz,
  -- Doors assigned to it, whether or not they are switched on or linked.
  access_point_ids uuid[] not null,
  primary key (credential_id, since)
);
create index credential_versions_since on public.credential_versions (since);
alter table public.credential_versions enable row level security;
alter table public.credential_versions force row level security;

-- What they were before is not known. The owner sees rows while this lasts.
alter table public.credentials no force row level security;
alter table public.controller_assignments no force row level security;
alter table public.credential_versions no force row level security;
insert into public.credential_versions (credential_id, since, enabled, valid_from, valid_to, access_point_ids)
select c.id, now(), c.enabled, c.valid_from, c.valid_to,
  coalesce((select array_agg(a.access_point_id) from public.controller_assignments a where a.credential_id = c.id and a.access_point_id is not null), '{}')
from public.credentials c where c.credential_type = 'pin';
alter table public.credentials force row level security;
alter table public.controller_assignments force row level security;
alter table public.credential_versions force row level security;
