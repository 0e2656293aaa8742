-- Counts the codes that open each door whose readers take four digits, because attempts at such a door are limited in number. An org admin
-- counts only their own organisation's: a neighbour's number must stay unknown.
create or replace function public.door_codes(controllers uuid[]) returns table (access_point_id uuid, codes bigint)
  language plpgsql stable security invoker
  set search_path = ''
  as $$
  #variable_conflict use_column
  declare
    everything constant boolean := private.sees_every_organization();
    own        constant uuid := nullif(current_setting('app.org', true), '');
  begin
    return query
    select a.id, (
      select count(distinct e.credential_id) from private.effective_access e
      join public.credentials k on k.organization_id = e.organization_id and k.id = e.credential_id
      where e.controller_id = a.controller_id and e.access_point_id = a.id and k.credential_type = 'pin'
        and k.valid_from <= now() and private.is_live(k.enabled, k.valid_to) and (everything or e.organization_id = own))
      + case when has_table_privilege('public.weekly_code_assignments', 'select')
        then private.common_codes(a.controller_id, a.id) else 0 end
    from public.access_points a
    where a.controller_id = any (controllers) and a.enabled and a.pin_max <= 4
      and (everything or exists (select from public.organization_controllers l
                                 where l.controller_id = a.controller_id and l.organization_id = own));
  end
  $$;

-- Counts weekly codes and people made at the controller, who belong to no organisation. It is a separate function, because an org admin may
-- not read these tables.
create or replace function private.common_codes(p_controller uuid, p_door uuid) returns bigint
  language plpgsql stable security invoker
  set search_path = ''
  as $$
  begin
    return (
      select count(*) from public.weekly_code_assignments w join public.weekly_codes c on c.id = w.weekly_code_id
      where w.controller_id = p_controller and c.valid_from <= now() and not private.is_over(c.valid_to)
    ) + (
      select count(*) from public.controller_users u
      where u.controller_id = p_controller and u.pin_mask is not null and u.valid_from <= now()
        and private.is_live(u.enabled, u.valid_to) and (u.default_group or p_door = any (u.access_point_ids))
    );
  end
  $$;
grant execute on function public.door_codes(uuid[]), private.common_codes(uuid, uuid) to system_admin, org_admin;
