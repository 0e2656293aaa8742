-- Facts about device types for SQL. Twin: DEVICE_TRAITS of contract/devices.ts. No `set` clause, so that the planner inlines it.

create or replace function private.is_door_type(p_device_type text) returns boolean
  language sql immutable parallel safe
  return p_device_type = 'axis';

create or replace function private.opens_by_request(p_device_type text) returns boolean
  language sql immutable parallel safe
  return p_device_type = 'http_relay';

grant execute on function private.is_door_type(text), private.opens_by_request(text) to system_admin, org_admin, portal_engine, portal_gate;
