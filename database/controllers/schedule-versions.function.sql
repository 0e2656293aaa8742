-- run-as: portal_engine
-- Keeps a schedule's earlier hours with those of its calendars, in the transaction that changes either. Callers who may change a schedule
-- may not write these rows.

create or replace function private.record_schedule_versions() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  declare
    ids uuid[];
  begin
    if tg_table_name = 'schedules' then
      if tg_op = 'DELETE' then
        insert into public.schedule_versions (schedule_id, since, name, hours, calendars, removed)
        select o.id, greatest(now(), (select max(x.since) from public.schedule_versions x where x.schedule_id = o.id)), o.name, '[]', '[]', true from old_rows o
        on conflict (schedule_id, since) do update set hours = '[]', calendars = '[]', removed = true;
        return null;
      end if;
      ids := array(select n.id from new_rows n);
    elsif tg_table_name = 'calendar_days' then
      if tg_op = 'DELETE' then
        ids := array(select l.schedule_id from public.schedule_calendars l where l.calendar_id in (select o.calendar_id from old_rows o));
      else
        ids := array(select l.schedule_id from public.schedule_calendars l where l.calendar_id in (select n.calendar_id from new_rows n));
      end if;
    elsif tg_op = 'DELETE' then
      ids := array(select distinct o.schedule_id from old_rows o);
    else
      ids := array(select distinct n.schedule_id from new_rows n);
    end if;
    insert into public.schedule_versions (schedule_id, since, name, hours, calendars)
    select s.id, greatest(now(), (select max(x.since) from public.schedule_versions x where x.schedule_id = s.id)), s.name,
      coalesce((select jsonb_agg(jsonb_build_object('weekday', h.weekday, 'from', h.from_minute, 'to', h.to_minute, 'everyWeeks', h.every_weeks,
          'anchor', h.anchor, 'validFrom', h.valid_from, 'validUntil', h.valid_until))
        from public.schedule_hours h where h.schedule_id = s.id), '[]'),
      coalesce((select jsonb_agg(coalesce((select jsonb_agg(jsonb_build_object('holiday', d.holiday, 'from', d.first_day, 'until', d.last_day, 'hours', d.hours))
            from public.calendar_days d where d.calendar_id = l.calendar_id), '[]') order by l.place)
        from public.schedule_calendars l where l.schedule_id = s.id), '[]')
    from public.schedules s where s.id = any (ids)
    on conflict (schedule_id, since) do update set name = excluded.name, hours = excluded.hours, calendars = excluded.calendars, removed = false;
    return null;
  end
  $$;
grant execute on function private.record_schedule_versions() to portal_owner;
