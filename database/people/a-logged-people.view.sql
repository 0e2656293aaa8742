-- People and credentials for the log, including removed ones, under the reader's policies. removed_at null: still present.

drop view if exists public.door_log;
drop view if exists public.merged_log;
drop view if exists public.passages;
drop view if exists public.logged_credentials;
drop view if exists public.logged_people;

create view public.logged_people with (security_invoker = true) as
  select u.id, u.organization_id, u.first_name, u.last_name, null::timestamptz as removed_at from public.end_users u
  union all
  select r.id, r.organization_id, r.first_name, r.last_name, r.removed_at from public.removed_people r;
grant select on public.logged_people to system_admin, org_admin, portal_engine;
comment on view public.logged_people is
$$People whom the log names, removed ones among them.
@relation organization_id -> organizations(id)$$;

create view public.logged_credentials with (security_invoker = true) as
  select c.id, c.organization_id, c.end_user_id, c.credential_type, c.valid_from, c.valid_to, null::timestamptz as removed_at from public.credentials c
  union all
  select r.id, r.organization_id, r.end_user_id, r.credential_type, null, null, r.removed_at from public.removed_credentials r;
grant select on public.logged_credentials to system_admin, org_admin, portal_engine;
comment on view public.logged_credentials is
$$Credentials that the log names, removed ones among them.
@relation end_user_id -> logged_people(id)$$;
