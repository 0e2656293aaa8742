// A controller that does not answer, as the page reads it where something waits for it.
import { DEVICE_TYPES } from "#contract/devices.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";

export const controllerAway = (controller_id: string, name: string): ControllerState => ({
  controller_id,
  name,
  device_type: DEVICE_TYPES[0],
  state: "offline",
  last_error: "timeout",
  last_contact: null,
  attempts: 3,
  next_try_at: null,
  working: false,
  last_full_at: null,
  waiting: 0,
  lanes_paused_at: null,
  unreached: false,
});
