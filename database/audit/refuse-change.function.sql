-- run-as: portal_engine
create or replace function private.refuse_change() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    raise insufficient_privilege using message = format('%I is append-only', tg_table_name);
  end
  $$;

grant execute on function private.refuse_change() to portal_owner;
