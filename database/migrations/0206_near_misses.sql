-- Readings that nearly match a known plate, and readings that a person has said are a known car's.

-- One reading at one gate, however often it came.
create table public.plate_near_misses (
  id            uuid primary key default gen_random_uuid(),
  controller_id uuid not null references public.controllers (id) on delete cascade,
  -- As the camera sent it last.
  plate_number  text not null constraint plate_near_misses_plate_number check (length(plate_number) <= 256),
  plate_key     text generated always as (private.plate_key(plate_number)) stored,
  reads         integer not null default 1 constraint plate_near_misses_reads check (reads > 0),
  last_read_at  timestamptz not null,
  unique (controller_id, plate_key)
);
create index plate_near_misses_newest on public.plate_near_misses (last_read_at desc, id);

-- Whose car it may be, a row each, so that an organisation sees its own people's only.
create table public.plate_near_miss_candidates (
  near_miss_id    uuid not null references public.plate_near_misses (id) on delete cascade,
  organization_id uuid not null,
  credential_id   uuid not null,
  -- The likeliest first.
  place           smallint not null constraint plate_near_miss_candidates_place check (place between 1 and 3),
  -- A camera has read the plate itself lately, so it is not mistyped here.
  own_plate_read  boolean not null default false,
  dismissed_at    timestamptz,
  primary key (near_miss_id, credential_id),
  foreign key (organization_id, credential_id) references public.credentials (organization_id, id) on delete cascade
);
create index plate_near_miss_candidates_credential on public.plate_near_miss_candidates (credential_id);
create index plate_near_miss_candidates_organization on public.plate_near_miss_candidates (organization_id, near_miss_id);

-- From the next read on the reading counts as the credential's plate, at this gate.
create table public.plate_aliases (
  id              uuid primary key default gen_random_uuid(),
  controller_id   uuid not null references public.controllers (id) on delete cascade,
  organization_id uuid not null,
  credential_id   uuid not null,
  -- As the camera sent it. The bounds of its key are those of a plate (contract/plate.ts).
  plate_number    text not null constraint plate_aliases_plate_number check (length(plate_number) <= 256),
  plate_key       text generated always as (private.plate_key(plate_number)) stored,
  created_by      uuid,
  created_at      timestamptz not null default now(),
  -- Unused for long enough, it ends.
  last_used_at    timestamptz not null default now(),
  unique (controller_id, plate_key),
  foreign key (organization_id, credential_id) references public.credentials (organization_id, id) on delete cascade,
  constraint plate_aliases_plate check (length(private.plate_key(plate_number)) between 2 and 12)
);
create index plate_aliases_credential on public.plate_aliases (organization_id, credential_id);
create index plate_aliases_used on public.plate_aliases (last_used_at);

alter table public.plate_near_misses enable row level security;
alter table public.plate_near_misses force row level security;
alter table public.plate_near_miss_candidates enable row level security;
alter table public.plate_near_miss_candidates force row level security;
alter table public.plate_aliases enable row level security;
alter table public.plate_aliases force row level security;

-- Up to which passage the job has looked.
create table private.near_miss_progress (
  only_one     boolean primary key default true constraint near_miss_progress_only_one check (only_one),
  looked_until timestamptz not null,
  looked_id    uuid not null
);
grant select, insert, update on private.near_miss_progress to portal_engine;

-- Plates by their shape, whole and without an edge: contract/near-plate.ts has the same two texts, and the search repeats
-- these expressions. No function of ours, since whoever writes a plate would need a right to it.
create index credentials_plate_shape on public.credentials
  (translate(plate_key, 'ODQIZSGB3YN', '000125688VM')) where plate_key is not null;
create index credentials_plate_shape_less_first on public.credentials
  (substr(translate(plate_key, 'ODQIZSGB3YN', '000125688VM'), 2)) where plate_key is not null;
create index credentials_plate_shape_less_last on public.credentials
  (left(translate(plate_key, 'ODQIZSGB3YN', '000125688VM'), -1)) where plate_key is not null;
