-- run-as: portal_engine
-- Audit rows of changed tables, in the change's own transaction. Acts that change no table: audit-acts.sql.

-- Statement trigger. Argument: the SQL expression of a row r's organisation. Rows by nobody (lanes, jobs, a seed) are
-- not administrative changes and leave none. Dynamic, so that each table and size gets its own plan.
create or replace function private.audit_change() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    actor constant uuid := nullif(current_setting('app.sub', true), '')::uuid;
    -- Sealed texts, HMACs and tokens; and what is derived from other columns.
    hidden constant text[] := array['credential_value', 'pin_hmacs', 'pin_grams', 'password_encrypted', 'webhook_hash',
      'webhook_secret', 'code', 'pin', 'search', 'plate_key', 'updated_at'];
    changes text;
  begin
    if actor is null then
      return null;
    end if;
    -- Numbered, so that the newest hundred of a large change are kept whole and the rest counted.
    changes := case tg_op
      when 'INSERT' then 'select null::jsonb as o, to_jsonb(r) as n, %1$s as organization_id from new_rows r'
      when 'DELETE' then 'select to_jsonb(r) as o, null::jsonb as n, %1$s as organization_id from old_rows r'
      else 'select to_jsonb(p) as o, to_jsonb(r) as n, %1$s as organization_id from new_rows r join old_rows p on p.id = r.id
            where to_jsonb(p) - ''updated_at'' <> to_jsonb(r) - ''updated_at'''
    end;
    execute format('
      insert into public.audit (organization_id, actor, action, subject_table, subject_id, before, after, row_count)
      select organization_id, $1, $2, $3, case when count(*) = 1 then min(coalesce(n, o) ->> ''id'')::uuid end,
        jsonb_agg(o - $4) filter (where o is not null and place <= 100),
        jsonb_agg(n - $4) filter (where n is not null and place <= 100), count(*)
      from (select c.*, row_number() over (partition by organization_id) as place from (' || changes || ') c) c
      group by organization_id', tg_argv[0])
    using actor, tg_table_name || '.' || lower(tg_op), tg_table_name::text, hidden;
    return null;
  end
  $$;
grant execute on function private.audit_change() to portal_owner;
