// A controller that does not answer, in the form that the page reads when something waits for it.
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { sampleControllerState } from "#tests/components/fixtures/controllers/sample-controller-state.ts";

export const controllerAway = (controller_id: string, name: string): ControllerState =>
  sampleControllerState({
    controller_id,
    name,
    state: "offline",
    last_error: "timeout",
    last_contact: null,
    attempts: 3,
  });
