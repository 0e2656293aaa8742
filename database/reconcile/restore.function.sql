-- run-as: portal_engine
-- Confirms a restored back-up and switches people off, in one transaction.

-- p_grant_again: sources that keep their access. p_remove: [{controller_id, source_id}].
create or replace function private.confirm_restore(p_grant_again uuid[], p_remove jsonb)
  returns table (switched_off bigint, removed bigint, still_held text[])
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    actor constant uuid := nullif(current_setting('app.sub', true), '')::uuid;
    n     bigint;
    read  uuid[];
    doubtful jsonb;
  begin
    if actor is null then
      raise insufficient_privilege using message = 'only a person can confirm';
    end if;
    perform 1 from public.controller_sync s where s.restored_at is not null order by s.controller_id for update;
    select coalesce(array_agg(s.controller_id), '{}') into read
    from public.controller_sync s join public.restore_reports r on r.controller_id = s.controller_id
    where s.restored_at is not null and r.error is null and r.inspected_at >= s.restored_at;

    select coalesce(jsonb_agg(jsonb_build_object('controller_id', r.controller_id, 'source_id', i -> 'source_id', 'source_kind', i -> 'source_kind',
      'gone', i ->> 'kind' = 'missing_on_device')), '[]') into doubtful
    from public.restore_reports r cross join lateral jsonb_array_elements(r.items) i
    where r.controller_id = any (read) and i ->> 'kind' in ('missing_on_device', 'differs')
      and not (i ->> 'source_id')::uuid = any (p_grant_again);

    -- The person was probably removed: plates are switched off too, because no device reports them.
    update public.credentials c set enabled = false
    where c.enabled and (
      c.id in (select d.source_id from jsonb_to_recordset(doubtful) as d (controller_id uuid, source_id uuid, source_kind text, gone boolean) where d.source_kind = 'credential')
      or c.end_user_id in (select o.end_user_id from jsonb_to_recordset(doubtful) as d (controller_id uuid, source_id uuid, source_kind text, gone boolean) join public.credentials o on o.id = d.source_id where d.gone and d.source_kind = 'credential'));
    get diagnostics n = row_count;
    switched_off := n;
    delete from public.weekly_code_assignments a using jsonb_to_recordset(doubtful) as d (controller_id uuid, source_id uuid, source_kind text, gone boolean)
    where d.source_kind = 'weekly_code' and a.weekly_code_id = d.source_id and a.controller_id = d.controller_id;
    get diagnostics n = row_count;
    switched_off := switched_off + n;
    update public.controller_users u set enabled = false
    where u.enabled and u.id in (select d.source_id from jsonb_to_recordset(doubtful) as d (controller_id uuid, source_id uuid, source_kind text, gone boolean) where d.source_kind = 'direct');
    get diagnostics n = row_count;
    switched_off := switched_off + n;

    -- Switched off after the back-up: the door's profile must not get its rule back.
    update public.access_points a set pin_alone = false
    from public.restore_reports r cross join lateral jsonb_array_elements(r.items) i
    where r.controller_id = any (read) and i ->> 'kind' = 'pin_alone' and a.pin_alone
      and a.controller_id = r.controller_id and a.id = (i ->> 'access_point_id')::uuid;

    -- Orphans are removed with a receipt.
    insert into public.device_sync (controller_id, source_id, source_kind, organization_id, label, user_token, credential_token)
    select distinct r.controller_id, (i ->> 'source_id')::uuid, 'direct', null::uuid, coalesce(i ->> 'name', '?'),
      private.user_token_of((i ->> 'source_id')::uuid), private.credential_token_of((i ->> 'source_id')::uuid)
    from public.restore_reports r cross join lateral jsonb_array_elements(r.items) i
    join jsonb_to_recordset(p_remove) as w (controller_id uuid, source_id uuid)
      on w.controller_id = r.controller_id and w.source_id = (i ->> 'source_id')::uuid
    where r.controller_id = any (read) and i ->> 'kind' = 'unknown_to_database'
    on conflict do nothing;
    get diagnostics removed = row_count;

    update public.controller_sync s set restored_at = null, verify_at = now(), next_try_at = now() where s.controller_id = any (read);
    delete from public.restore_reports r where r.controller_id = any (read);
    select coalesce(array_agg(k.name order by k.name), '{}') into still_held
    from public.controller_sync s join public.controllers k on k.id = s.controller_id
    where s.restored_at is not null and private.is_door_type(k.device_type);
    update public.controller_sync s set restored_at = null
    from public.controllers k where k.id = s.controller_id and not private.is_door_type(k.device_type) and s.restored_at is not null;
    delete from public.restore_state;
    insert into public.audit (actor, action, after, row_count)
    values (actor, 'restore_confirmed', jsonb_build_array(jsonb_build_object('switched_off', switched_off, 'removed', removed,
      'granted_again', cardinality(p_grant_again), 'still_held', still_held)), greatest(1, switched_off::integer));
    perform private.resume_workers();
    perform pg_notify('sync', '');
    return next;
  end
  $$;
grant execute on function private.confirm_restore(uuid[], jsonb) to system_admin;
