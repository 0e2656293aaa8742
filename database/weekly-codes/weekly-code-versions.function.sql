-- run-as: portal_engine
-- Keeps the earlier validity and controllers of weekly codes, in the transaction that changes them. Callers who may change a code may not
-- write these rows.

create or replace function private.record_weekly_code_versions() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    ids uuid[];
  begin
    if tg_table_name = 'weekly_codes' then
      if tg_op = 'DELETE' then
        insert into public.weekly_code_versions (weekly_code_id, since, week_number, year, valid_from, valid_to, controller_ids, removed, pin_digits)
        select o.id, greatest(now(), (select max(x.since) from public.weekly_code_versions x where x.weekly_code_id = o.id)), o.week_number, o.year, o.valid_from, o.valid_to, '{}', true,
          private.encrypted_pin_digits(o.code) from old_rows o
        on conflict (weekly_code_id, since) do update set controller_ids = '{}', removed = true;
        return null;
      end if;
      ids := array(select n.id from new_rows n);
    elsif tg_op = 'DELETE' then
      ids := array(select distinct o.weekly_code_id from old_rows o);
    else
      ids := array(select distinct n.weekly_code_id from new_rows n);
    end if;
    insert into public.weekly_code_versions (weekly_code_id, since, week_number, year, valid_from, valid_to, controller_ids, pin_digits)
    select w.id, greatest(now(), (select max(x.since) from public.weekly_code_versions x where x.weekly_code_id = w.id)), w.week_number, w.year, w.valid_from, w.valid_to,
      array(select a.controller_id from public.weekly_code_assignments a where a.weekly_code_id = w.id order by 1),
      private.encrypted_pin_digits(w.code)
    from public.weekly_codes w where w.id = any (ids)
    on conflict (weekly_code_id, since) do update
      set week_number = excluded.week_number, year = excluded.year, valid_from = excluded.valid_from, valid_to = excluded.valid_to,
        controller_ids = excluded.controller_ids, removed = false, pin_digits = excluded.pin_digits;
    return null;
  end
  $$;
grant execute on function private.record_weekly_code_versions() to portal_owner;
