-- Decides when a credential source counts. No `set` clauses, so that the planner inlines the bodies.

create or replace function private.is_over(p_valid_to timestamptz) returns boolean
  language sql stable parallel safe
  return p_valid_to is not null and now() >= p_valid_to;

-- Tells whether a source is enabled and not over; a future window is live.
create or replace function private.is_live(p_enabled boolean, p_valid_to timestamptz) returns boolean
  language sql stable parallel safe
  return coalesce(p_enabled and not private.is_over(p_valid_to), false);

-- Tells whether a replica is desired. `p_access`: a row of private.effective_access exists, or its equivalent for other sources.
create or replace function private.is_desired(p_access boolean, p_enabled boolean, p_valid_to timestamptz) returns boolean
  language sql stable parallel safe
  return private.is_live(p_enabled, p_valid_to) and coalesce(p_access, false);

grant execute on function private.is_over(timestamptz), private.is_live(boolean, timestamptz),
  private.is_desired(boolean, boolean, timestamptz) to system_admin, org_admin, portal_engine;
grant execute on function private.is_over(timestamptz) to portal_gate;
