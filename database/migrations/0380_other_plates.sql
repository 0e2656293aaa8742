-- Since when a plate's credential has had that plate: a reading of before is no misreading of it. Which plate it had before
-- is not kept. Plates that became others before this are taken for what they are now.
alter table public.credential_versions
  -- It became another plate with it.
  add column other_plate boolean not null default false;
