-- run-as: portal_engine
-- Keeps the person of a removed credential for the log that still names it. An erasure deletes it again.

create or replace function private.keep_removed_credentials() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    insert into public.removed_credentials (id, organization_id, end_user_id, credential_type)
    select o.id, o.organization_id, o.end_user_id, o.credential_type from old_rows o
    on conflict (id) do nothing;
    insert into public.credential_versions (credential_id, since, enabled, valid_from, valid_to, access_point_ids, controller_ids, removed)
    select o.id, greatest(now(), (select max(x.since) from public.credential_versions x where x.credential_id = o.id)), false, o.valid_from, o.valid_to, '{}', '{}', true from old_rows o
    on conflict (credential_id, since) do update
      set enabled = false, access_point_ids = '{}', controller_ids = '{}', direct_ids = '{}', group_ids = null, coming = null, removed = true;
    return null;
  end
  $$;

-- Stores every removed name, because the credentials are stored later in the same statement. Retention's next round deletes a name without
-- credentials.
create or replace function private.keep_removed_people() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    insert into public.removed_people (id, organization_id, first_name, last_name)
    select o.id, o.organization_id, o.first_name, o.last_name from old_rows o
    on conflict (id) do nothing;
    return null;
  end
  $$;
grant execute on function private.keep_removed_credentials(), private.keep_removed_people() to portal_owner;
