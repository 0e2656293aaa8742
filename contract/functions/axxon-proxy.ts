import { z } from "zod";
import { actionsOf, type InputOf } from "../define-action.ts";
import { type DeviceType, deviceTypeSchema } from "../devices.ts";
import { relayRequestSchema } from "../relay.ts";
import { connectionFields, findConnectionFields, foundConnection, testedConnection } from "./device-connection.ts";

/** The type of a form that names none: the function once served only the LPR server. */
export const UNNAMED_GATE_TYPE: DeviceType = "axxon_lpr";

const action = actionsOf("axxon-proxy");

export const axxonProxy = {
  FIND_CONNECTION: action("FIND_CONNECTION", findConnectionFields, foundConnection),
  TEST_CONNECTION: action(
    "TEST_CONNECTION",
    {
      ...connectionFields,
      macro_id: z.string().max(255).nullish(),
      /** The form's type, UNNAMED_GATE_TYPE where it is missing; a saved controller uses its stored type. */
      device_type: deviceTypeSchema.optional(),
      /** A relay's form, saved or not; its test opens nothing. */
      relay_request: relayRequestSchema.nullish(),
    },
    testedConnection,
  ),
  LIST_MACROS: action("LIST_MACROS", connectionFields, {
    macros: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  TEST_MACRO: action("TEST_MACRO", { ...connectionFields, macro_id: z.string().min(1).max(255) }, {}),
  ADD_VEHICLE: action(
    "ADD_VEHICLE",
    {
      ...connectionFields,
      plateNumber: z.string().trim().min(1).max(20),
      vehicleType: z.string().max(100).nullish(),
      validFrom: z.string().nullish(),
      validTo: z.string().nullish(),
    },
    { vehicleId: z.string() },
  ),
};
export type GateConnectionTest = InputOf<typeof axxonProxy.TEST_CONNECTION>;
