-- The three credential sources in one shape. security_invoker, and only portal_engine is granted it.

drop view if exists private.holders;
create view private.holders with (security_invoker = true) as
  select 'credential'::text as holder_kind, c.id as holder_id, c.organization_id,
    u.first_name || ' ' || u.last_name as label, u.first_name, u.last_name,
    'wp-u-' || c.id as user_token, 'wp-c-' || c.id as credential_token,
    case when c.credential_type = 'pin' then c.credential_value end as sealed_pin,
    c.pin_hmacs,
    case when c.credential_type = 'license_plate' then c.credential_value end as plate,
    c.valid_from, c.valid_to, c.enabled
  from public.credentials c
  join public.end_users u on u.organization_id = c.organization_id and u.id = c.end_user_id
  union all
  select 'weekly_code', w.id, null, 'v.' || w.week_number || ' ' || w.year, 'v.' || w.week_number, w.year::text,
    'wp-u-' || w.id, 'wp-c-' || w.id, w.code, w.pin_hmacs, null, w.valid_from, w.valid_to, true
  from public.weekly_codes w
  union all
  select 'direct', p.id, null, p.first_name || ' ' || p.last_name, p.first_name, p.last_name,
    coalesce(p.user_token, 'wp-u-' || p.id), coalesce(p.credential_token, 'wp-c-' || p.id),
    p.pin, p.pin_hmacs, null, p.valid_from, p.valid_to, p.enabled
  from public.controller_users p;
grant select on private.holders to portal_engine;
