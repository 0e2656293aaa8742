-- Every time that a portal role may write is finite and within years that devices, drivers and readers of rows can hold: one
-- that is not stands in nobody's way. tests/integration/database/bounded-times.test.ts finds a column without the bound.
create function private.is_bounded_time(moment timestamptz) returns boolean
  language sql immutable strict parallel safe
  set search_path = ''
  return moment >= '1970-01-01 00:00:00+00' and moment < '2100-01-01 00:00:00+00';
grant execute on function private.is_bounded_time(timestamptz) to public;

-- Rows from before are brought within the bounds. A credential that had no end in truth ends as late as one may be given
-- (END_DATE_MAX_YEARS of contract/limits.ts). A database that is being made has no rows, and no rights on them yet.
set local role portal_engine;
do $$
declare
  first constant timestamptz := '1970-01-01 00:00:00+00';
  last constant timestamptz := '2099-12-30 00:00:00+00';
  furthest constant timestamptz := now() + interval '10 years';
begin
  if not has_table_privilege('public.credentials', 'update') then
    return;
  end if;
  update public.credentials c set valid_from = w.valid_from,
    valid_to = case when c.valid_to is not null
      then least(greatest(c.valid_to, w.valid_from + interval '1 second'), greatest(furthest, w.valid_from + interval '1 second')) end
  from (select id, least(greatest(valid_from, first), last) as valid_from from public.credentials) w
  where w.id = c.id and (not private.is_bounded_time(c.valid_from) or not private.is_bounded_time(c.valid_to)
    or c.valid_to > now() + interval '3654 days');
  update public.weekly_codes c set valid_from = w.valid_from, valid_to = least(greatest(c.valid_to, w.valid_from + interval '1 second'), last + interval '1 second')
  from (select id, least(greatest(valid_from, first), last) as valid_from from public.weekly_codes) w
  where w.id = c.id and not (private.is_bounded_time(c.valid_from) and private.is_bounded_time(c.valid_to));
  update public.controller_users c set valid_from = w.valid_from,
    valid_to = case when c.valid_to is not null then least(greatest(c.valid_to, coalesce(w.valid_from, first) + interval '1 second'), last + interval '1 second') end
  from (select id, case when valid_from is not null then least(greatest(valid_from, first), last) end as valid_from from public.controller_users) w
  where w.id = c.id and (not private.is_bounded_time(c.valid_from) or not private.is_bounded_time(c.valid_to));
  update public.credential_versions set valid_from = case when valid_from is not null then least(greatest(valid_from, first), last) end,
    valid_to = case when valid_to is not null then least(greatest(valid_to, first), last) end
  where not private.is_bounded_time(valid_from) or not private.is_bounded_time(valid_to);
  update public.organizations set created_at = least(greatest(created_at, first), now()) where not private.is_bounded_time(created_at);
end
$$;
set local role portal_owner;

alter table public.credentials
  add constraint credentials_valid_from_years check (private.is_bounded_time(valid_from)),
  add constraint credentials_valid_to_years check (private.is_bounded_time(valid_to));
alter table public.weekly_codes
  add constraint weekly_codes_valid_from_years check (private.is_bounded_time(valid_from)),
  add constraint weekly_codes_valid_to_years check (private.is_bounded_time(valid_to));
alter table public.controller_users
  add constraint controller_users_valid_from_years check (private.is_bounded_time(valid_from)),
  add constraint controller_users_valid_to_years check (private.is_bounded_time(valid_to));
alter table public.organizations
  add constraint organizations_created_at_years check (private.is_bounded_time(created_at));
