-- Orders in which the search walks people: by name, and by when what they hold ends. Swedish whatever the database's own
-- locale is. With the organisation first for one's own people, without it for everybody.
create index end_users_name on public.end_users (search collate "sv-SE-x-icu", id);
create index end_users_organization_name on public.end_users (organization_id, search collate "sv-SE-x-icu", id);

-- One that never ends comes after all that do.
create index credentials_end on public.credentials ((coalesce(valid_to, 'infinity')), id);
create index credentials_organization_end on public.credentials (organization_id, (coalesce(valid_to, 'infinity')), id);
