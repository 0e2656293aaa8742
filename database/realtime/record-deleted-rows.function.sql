-- Records deleted keys once per statement, for server/realtime.
create or replace function private.record_deleted_rows() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    insert into public.deleted_rows (table_name, row_id) select tg_table_name, d.id from deleted d;
    return null;
  end
  $$;
