-- The vehicle import that made a person, and what it wrote, so that it can be undone while nobody has changed anything.
alter table public.end_users
  add column import_id     uuid,
  add column import_digest text constraint end_users_import_digest check (import_digest ~ '^[0-9a-f]{64}$');
create index end_users_import on public.end_users (import_id, created_at) where import_id is not null;
