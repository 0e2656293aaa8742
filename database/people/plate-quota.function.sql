-- run-as: portal_engine
-- Limits the number of credentials with one plate (SAME_PLATE_MAX), because a read checks all of them and must not be delayed.

-- Statement trigger. Counts committed rows: concurrent transactions may add as many each. by_key.
create or replace function private.keep_plate_quota() returns trigger
  language plpgsql security definer
  set search_path = '' set jit = off set enable_seqscan = off
  as $$
  declare
    plates text[];
  begin
    if private.pin_quota_owner() is null then
      return null;
    end if;
    if tg_op = 'INSERT' then
      plates := array(select distinct n.plate_key from new_rows n where n.plate_key is not null);
    else
      -- `except` uses a hash; a join planned for one row would later compare everybody with everybody in the same connection.
      plates := array(select distinct n.plate_key
        from (select id, plate_key from new_rows where plate_key is not null except select id, plate_key from old_rows) n);
    end if;
    if exists (
      select from unnest(plates) as plate (key)
      join public.credentials c on c.plate_key = plate.key
      group by c.plate_key, c.organization_id
      having count(*) > 20 and bool_or(c.id in (select n.id from new_rows n))) then
      raise check_violation using
        message = 'the organisation has this plate as often as one may',
        schema = 'public', table = 'credentials', column = 'credential_value', constraint = 'credentials_same_plate';
    end if;
    return null;
  end
  $$;
grant execute on function private.keep_plate_quota() to portal_owner;
