-- run-as: portal_engine
-- Keeps the earlier doors, gates and members of access groups, in the transaction that changes them: one statement per change, whatever the
-- number of people. Callers who may change a group may not write these rows.

create or replace function private.record_group_versions() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    ids uuid[];
  begin
    if tg_table_name = 'access_groups' then
      if tg_op = 'DELETE' then
        insert into public.access_group_versions (group_id, since, name, places, removed)
        select o.id, greatest(now(), (select max(x.since) from public.access_group_versions x where x.group_id = o.id)), o.name, '{}', true from old_rows o
        on conflict (group_id, since) do update set places = '{}', removed = true;
        return null;
      end if;
      ids := array(select n.id from new_rows n);
    elsif tg_op = 'DELETE' then
      ids := array(select distinct o.group_id from old_rows o);
    else
      ids := array(select distinct n.group_id from new_rows n);
    end if;
    insert into public.access_group_versions (group_id, since, name, places)
    select g.id, greatest(now(), (select max(x.since) from public.access_group_versions x where x.group_id = g.id)), g.name,
      coalesce((select jsonb_object_agg(coalesce(d.access_point_id, d.controller_id), d.schedule_id)
        from public.access_group_doors d where d.group_id = g.id), '{}')
    from public.access_groups g where g.id = any (ids)
    on conflict (group_id, since) do update set name = excluded.name, places = excluded.places, removed = false;
    return null;
  end
  $$;

create or replace function private.record_membership_versions() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if tg_op = 'DELETE' then
      insert into public.membership_versions (group_id, end_user_id, since, valid_from, valid_to, removed)
      select o.group_id, o.end_user_id, greatest(now(), (select max(x.since) from public.membership_versions x where x.group_id = o.group_id and x.end_user_id = o.end_user_id)),
        o.valid_from, o.valid_to, true from old_rows o
      on conflict (group_id, end_user_id, since) do update set removed = true;
    else
      insert into public.membership_versions (group_id, end_user_id, since, valid_from, valid_to)
      select n.group_id, n.end_user_id, greatest(now(), (select max(x.since) from public.membership_versions x where x.group_id = n.group_id and x.end_user_id = n.end_user_id)),
        n.valid_from, n.valid_to from new_rows n
      on conflict (group_id, end_user_id, since) do update set valid_from = excluded.valid_from, valid_to = excluded.valid_to, removed = false;
    end if;
    return null;
  end
  $$;
grant execute on function private.record_group_versions(), private.record_membership_versions() to portal_owner;
