-- run-as: portal_engine
-- Acts that change no row but must be known: a PIN shown, webhook credentials read, a gate opened by a test.

-- Written in the caller's transaction and in the caller's name, which private.enter has set. Nobody can name another actor.
create or replace function private.note_act(p_action text, p_table text, p_id uuid, p_organization uuid default null) returns void
  language sql security definer
  set search_path = ''
  as $$
    insert into public.audit (organization_id, actor, action, subject_table, subject_id)
    values (coalesce(p_organization, nullif(current_setting('app.org', true), '')::uuid),
      nullif(current_setting('app.sub', true), '')::uuid, p_action, p_table, p_id)
  $$;
grant execute on function private.note_act(text, text, uuid, uuid) to system_admin, org_admin;
