// A door of the list for the tests of this folder: locked and closed.
import type { DoorListRow, DoorStateRow } from "#contract/tables/door-states.ts";

export const ID = "00000000-0000-4000-8000-000000000001";

export const closedState = (since: string, readAt: string): DoorStateRow => ({
  access_point_id: ID,
  mode: "locked",
  physical: "closed",
  alarm: "normal",
  mode_since: since,
  physical_since: since,
  alarm_since: since,
  read_at: readAt,
});

export const closedDoor = (state: DoorStateRow): DoorListRow => ({
  id: ID,
  name: "Entré",
  door_name: null,
  description: null,
  enabled: true,
  controllers: { id: ID, name: "Port A", enabled: true },
  door_states: state,
  door_holds: [],
  door_events: [],
});
