-- Returns the person of a removed credential, still present or not: one row or none, under the reader's policies. The planner puts it into
-- the query that joins it. `distinct` lets it drop the join where nobody reads the name, and do one look-up where several columns are read.
-- Null looks up nothing.

create or replace function private.removed_person_of(p_credential uuid)
  returns table (credential_id uuid, end_user_id uuid, first_name text, last_name text)
  language sql stable
  as $$
    select distinct on (x.id) x.id, n.id, n.first_name, n.last_name
    from public.removed_credentials x
    join lateral (select u.id, u.first_name, u.last_name from public.end_users u where u.id = x.end_user_id
      union all select r.id, r.first_name, r.last_name from public.removed_people r where r.id = x.end_user_id) n on true
    where p_credential is not null and x.id = p_credential
  $$;
grant execute on function private.removed_person_of(uuid) to system_admin, org_admin;
