-- When a credential source counts, said once for views, triggers, server and gate. Bodies are parsed when they are made, so they need no
-- search_path of their own and the planner inlines them; with a `set` it would call them row by row.

create or replace function private.is_over(p_valid_to timestamptz) returns boolean
  language sql stable parallel safe
  return p_valid_to is not null and now() >= p_valid_to;

-- Switched on and not over. A window yet to open is live.
create or replace function private.is_live(p_enabled boolean, p_valid_to timestamptz) returns boolean
  language sql stable parallel safe
  return coalesce(p_enabled and not private.is_over(p_valid_to), false);

-- Shall be on the device. `p_access`: private.effective_access has a row, or what stands in its place for other sources.
create or replace function private.is_wanted(p_access boolean, p_enabled boolean, p_valid_to timestamptz) returns boolean
  language sql stable parallel safe
  return private.is_live(p_enabled, p_valid_to) and coalesce(p_access, false);

grant execute on function private.is_over(timestamptz), private.is_live(boolean, timestamptz),
  private.is_wanted(boolean, boolean, timestamptz) to system_admin, org_admin, portal_engine;
grant execute on function private.is_over(timestamptz) to portal_gate;
