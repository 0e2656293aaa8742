-- run-as: portal_engine
-- Acts that change no row but must be known: a PIN shown, webhook credentials read, a gate opened by a test.

-- Written in the caller's transaction and in the caller's name, which private.enter has set. Nobody can name another actor.
-- What concerns somebody's organisation stands in that organisation's log, also when a system admin did it.
create or replace function private.note_act(
    p_action text, p_table text, p_id uuid, p_organization uuid default null, p_after jsonb default null) returns void
  language sql security definer
  set search_path = ''
  as $$
    insert into public.audit (organization_id, actor, action, subject_table, subject_id, after)
    values (coalesce(p_organization, nullif(current_setting('app.org', true), '')::uuid,
        case p_table
          when 'credentials' then (select c.organization_id from public.credentials c where c.id = p_id)
          when 'end_users' then (select u.organization_id from public.end_users u where u.id = p_id)
          when 'users' then (select r.organization_id from public.user_roles r where r.user_id = p_id)
        end),
      nullif(current_setting('app.sub', true), '')::uuid, p_action, p_table, p_id, p_after)
  $$;
grant execute on function private.note_act(text, text, uuid, uuid, jsonb) to system_admin, org_admin;
-- Its form without p_after, of databases made before.
drop function if exists private.note_act(text, text, uuid, uuid);
