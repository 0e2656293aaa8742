import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { DEVICE_KINDS, DEVICE_TRAITS, type DeviceType } from "#contract/devices.ts";
import type { TestConnectionReply } from "#contract/functions/device-connection.ts";
import type { RelayRequest } from "#contract/relay.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import type { Connection } from "../controller-form-rules.ts";
import { CONTROLLERS_KEY } from "./get-controllers.ts";

export function proxyOf(deviceType: DeviceType): "axis-proxy" | "axxon-proxy" {
  return DEVICE_KINDS[deviceType] === "door" ? "axis-proxy" : "axxon-proxy";
}

/**
 * Tests a connection. Throws FunctionError with the reason. `macroId` lets an LPR server report that it has no such macro. A changed
 * request of a saved relay may require re-authentication.
 */
export async function testConnection(
  deviceType: DeviceType,
  connection: Connection,
  { macroId, relay }: { macroId?: string | undefined; relay?: RelayRequest | undefined } = {},
): Promise<TestConnectionReply> {
  const body = {
    action: "TEST_CONNECTION",
    ...connection,
    ...(macroId ? { macro_id: macroId } : {}),
    relay_request: relay,
    device_type: DEVICE_TRAITS[deviceType].opensBy === "output" ? deviceType : undefined,
  };
  const { testConnectionReply } = await fetchPart(import("#contract/functions/device-connection.ts"));
  return withStepUp("test_connection", () => callFunction(proxyOf(deviceType), testConnectionReply, body));
}

interface TestedController {
  id: string;
  name: string;
  device_type: DeviceType;
}

const withId = z.object({ id: z.string() });
const KEY = ["controllers", "test-connection"];

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
    // The answer is a contact, which the row tells.
    onSettled: () => client.invalidateQueries({ queryKey: CONTROLLERS_KEY }),
  });
}

export function useTestedNow(): string[] {
  return useMutationState({
    filters: { mutationKey: KEY, status: "pending" },
    select: (mutation) => withId.parse(mutation.state.variables).id,
  });
}
