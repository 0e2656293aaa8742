-- How long a code was and which lengths a reader took, and since when: a code that cannot be typed at a door is never named by it,
-- so whoever it may have been is found by these.

alter table public.door_versions
  add column pin_min smallint,
  add column pin_max smallint,
  -- Both are known of this version from here on; null: from its beginning.
  add column pins_known_from timestamptz;
alter table public.credential_versions
  -- Null: not known, or a plate.
  add column pin_digits smallint,
  add column pins_known_from timestamptz;

-- What they were before now is not known. No version is added: nothing has changed. The owner sees rows while this lasts.
alter table public.access_points no force row level security;
alter table public.credentials no force row level security;
alter table public.door_versions no force row level security;
alter table public.credential_versions no force row level security;
update public.door_versions v set pin_min = p.pin_min, pin_max = p.pin_max, pins_known_from = now()
from public.access_points p
where p.id = v.access_point_id and (p.pin_min is not null or p.pin_max is not null)
  and not exists (select from public.door_versions n where n.access_point_id = v.access_point_id and n.since > v.since);
-- As private.sealed_pin_digits, which is made after the migrations.
update public.credential_versions v set pin_digits = length(split_part(c.credential_value, ':', 4)) * 3 / 4 - 28, pins_known_from = now()
from public.credentials c
where c.id = v.credential_id and c.credential_type = 'pin'
  and not exists (select from public.credential_versions n where n.credential_id = v.credential_id and n.since > v.since);
alter table public.access_points force row level security;
alter table public.credentials force row level security;
alter table public.door_versions force row level security;
alter table public.credential_versions force row level security;
