import { z } from "zod";
import { type DeviceType, deviceTypeSchema } from "../devices.ts";
import { relayRequestSchema } from "../relay.ts";
import { connectionFields, findConnectionFields } from "./device-connection.ts";

/** The type of a form that names none: the function once served only the LPR server. */
export const UNNAMED_GATE_TYPE: DeviceType = "axxon_lpr";

export const axxonProxyRequest = z.discriminatedUnion("action", [
  z.object({ action: z.literal("FIND_CONNECTION"), ...findConnectionFields }),
  z.object({
    action: z.literal("TEST_CONNECTION"),
    ...connectionFields,
    macro_id: z.string().max(255).nullish(),
    /** The form's type, UNNAMED_GATE_TYPE where it is missing; a saved controller has its own. */
    device_type: deviceTypeSchema.optional(),
    /** A relay's form, saved or not; its test opens nothing. */
    relay_request: relayRequestSchema.nullish(),
  }),
  z.object({ action: z.literal("LIST_MACROS"), ...connectionFields }),
  z.object({ action: z.literal("TEST_MACRO"), ...connectionFields, macro_id: z.string().min(1).max(255) }),
  z.object({
    action: z.literal("ADD_VEHICLE"),
    ...connectionFields,
    plateNumber: z.string().trim().min(1).max(20),
    vehicleType: z.string().max(100).nullish(),
    validFrom: z.string().nullish(),
    validTo: z.string().nullish(),
  }),
]);
export type AxxonProxyRequest = z.infer<typeof axxonProxyRequest>;

export const listMacrosReply = z.object({
  success: z.literal(true),
  macros: z.array(z.object({ id: z.string(), name: z.string() })),
});
export const addVehicleReply = z.object({ success: z.literal(true), vehicleId: z.string() });
export const testMacroReply = z.object({ success: z.literal(true) });
