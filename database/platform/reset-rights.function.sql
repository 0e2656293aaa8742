-- Removes every policy and right of a table, so that its policy file states all of them, and lets the back-up read it.
create or replace function private.reset_rights(p_table regclass) returns void
  language plpgsql
  set search_path = ''
  as $$
  declare
    policy_name name;
  begin
    for policy_name in select polname from pg_catalog.pg_policy where polrelid = p_table loop
      execute format('drop policy %I on %s', policy_name, p_table);
    end loop;
    execute format('revoke all on %s from public, anon, system_admin, org_admin, portal_auth, portal_engine, portal_gate, portal_backup', p_table);
    execute format('grant select on %s to portal_backup', p_table);
    execute format('create policy backup on %s for select to portal_backup using (true)', p_table);
  end
  $$;
