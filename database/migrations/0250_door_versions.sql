-- What a door was, and since when: a refusal is explained by the settings of its own second, not today's.

create table public.door_versions (
  access_point_id  uuid not null references public.access_points (id) on delete cascade,
  since            timestamptz not null,
  enabled          boolean not null,
  -- What a PIN alone gave there, as the device said; null: not known.
  pin_use          text constraint door_versions_pin_use check (pin_use in ('always', 'hours', 'never', 'nobody', 'unknown')),
  -- Organisations that could give it.
  organization_ids uuid[] not null,
  primary key (access_point_id, since)
);
create index door_versions_since on public.door_versions (since);
alter table public.door_versions enable row level security;
alter table public.door_versions force row level security;

-- What they were before is not known. The owner sees rows while this lasts.
alter table public.access_points no force row level security;
alter table public.organization_controllers no force row level security;
alter table public.organization_access_points no force row level security;
alter table public.door_versions no force row level security;
insert into public.door_versions (access_point_id, since, enabled, pin_use, organization_ids)
select p.id, now(), p.enabled, p.pin_use,
  array(select o.organization_id from public.organization_controllers o
        where o.controller_id = p.controller_id
          and (exists (select from public.organization_access_points l where l.organization_id = o.organization_id and l.access_point_id = p.id)
            or not exists (select from public.organization_access_points l where l.organization_id = o.organization_id and l.controller_id = p.controller_id))
        order by 1)
from public.access_points p;
alter table public.access_points force row level security;
alter table public.organization_controllers force row level security;
alter table public.organization_access_points force row level security;
alter table public.door_versions force row level security;
