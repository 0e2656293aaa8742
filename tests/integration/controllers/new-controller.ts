// A portal for a test file, with a separate simulated and synced controller for each test.
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "#simulators/axis/server.ts";
import { addDoorController } from "#tests/integration/doors/door-portal.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";

export interface NewController {
  portal: TestPortal;
  system: SupabaseClient;
  nord: SupabaseClient;
  device: AxisSimulator;
  id: string;
  /** The test's number, from 1; a part of the controller's name. */
  number: number;
}

/** Registers a new controller before each test of a file; `take` gets it. */
export function eachWithNewController(name: string, unit: AxisSimulatorOptions, take: (made: NewController) => void) {
  let made: Pick<NewController, "portal" | "system" | "nord">;
  let device: AxisSimulator;
  let number = 0;
  beforeAll(async () => {
    const portal = await startTestPortal();
    const { system, nord } = portal.accounts;
    made = {
      portal,
      system: await signedInClient(portal.url, system),
      nord: await signedInClient(portal.url, nord),
    };
  });
  afterAll(() => made.portal.close());
  beforeEach(async () => {
    await stepUpAgain(made.portal.admin);
    device = await startAxisSimulator(unit);
    number += 1;
    const id = await addDoorController(made.system, { name: `${name} ${number}`, device });
    take({ ...made, device, id, number });
  });
  afterEach(() => device.close());
}
