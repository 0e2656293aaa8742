import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { DEVICE_KINDS, DEVICE_TRAITS, type DeviceType } from "#contract/devices.ts";
import type { TestedConnection } from "#contract/functions/device-connection.ts";
import type { RelayRequest } from "#contract/relay.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import type { Connection } from "../controller-form-rules.ts";
import { CONTROLLERS_KEY } from "./get-controllers.ts";

/**
 * Tests a connection. Throws FunctionError with the reason. `macroId` lets an LPR server report that it has no such macro. A changed
 * request of a saved relay may require re-authentication.
 */
export async function testConnection(
  deviceType: DeviceType,
  connection: Connection,
  { macroId, relay }: { macroId?: string | undefined; relay?: RelayRequest | undefined } = {},
): Promise<TestedConnection> {
  if (DEVICE_KINDS[deviceType] === "door") {
    const { axisProxy } = await fetchPart(import("#contract/functions/axis-proxy.ts"));
    return withStepUp("test_connection", () => callAction(axisProxy.TEST_CONNECTION, connection));
  }
  const { axxonProxy } = await fetchPart(import("#contract/functions/axxon-proxy.ts"));
  const form = {
    ...connection,
    ...(macroId ? { macro_id: macroId } : {}),
    relay_request: relay,
    device_type: DEVICE_TRAITS[deviceType].opensBy === "output" ? deviceType : undefined,
  };
  return withStepUp("test_connection", () => callAction(axxonProxy.TEST_CONNECTION, form));
}

interface TestedController {
  id: string;
  name: string;
  device_type: DeviceType;
}

const withId = z.object({ id: z.string() });
const KEY = ["controllers", "test-connection"];

/** Tests a saved controller. The reports come even if its row has gone from the page. */
export function useTestController(report: {
  /** `described`: the device that answered, in a sentence. */
  onAnswer: (controller: TestedController, described: string) => void;
  onFailure: (controller: TestedController, error: unknown) => void;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: KEY,
    mutationFn: async ({ id, device_type }: TestedController) => {
      const { describeDevice } = await fetchPart(import("../describe-device.ts"));
      return describeDevice(device_type, await testConnection(device_type, { controller_id: id }));
    },
    onSuccess: (described, controller) => report.onAnswer(controller, described),
    onError: (error, controller) => report.onFailure(controller, error),
    // The answer counts as a contact, which the row shows.
    onSettled: () => client.invalidateQueries({ queryKey: CONTROLLERS_KEY }),
  });
}

/** Returns the ids of the controllers that are being tested. */
export function useTestedNow(): string[] {
  return useMutationState({
    filters: { mutationKey: KEY, status: "pending" },
    select: (mutation) => withId.parse(mutation.state.variables).id,
  });
}
