// A controller that answers and has nothing to do, for the tests of the features that show one.
import { DEVICE_TYPES } from "#contract/devices.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";

type Named = Pick<ControllerState, "controller_id" | "name" | "last_contact">;

export const sampleControllerState = (part: Named & Partial<ControllerState>): ControllerState => ({
  device_type: DEVICE_TYPES[0],
  state: "online",
  last_error: null,
  attempts: 0,
  next_try_at: null,
  working: false,
  last_full_at: null,
  waiting: 0,
  workers_paused_at: null,
  unreached: false,
  ...part,
});
