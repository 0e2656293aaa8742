// axis-proxy: actions on one Axis door controller, for system admins. What writes people writes the portal's own wish; the
// lane carries it to the device, and the answer says how far it came.
import { z } from "zod";
import { syncStateSchema } from "../devices.ts";
import { NAME_MAX_LENGTH } from "../limits.ts";
import { plainLine } from "../plain-line.ts";
import { connectionFields } from "./device-connection.ts";
import { pendingDevice } from "./end-user-manager.ts";

const token = z.string().min(1).max(255);
const personName = z.string().overwrite(plainLine).min(1).max(NAME_MAX_LENGTH);
const person = { firstName: personName, lastName: personName };
/** Judged by the server, which says in Swedish what a PIN must be. */
const pin = z.string().max(100);
/** ISO 8601 with a zone; devices hold whole seconds. */
const moment = z.iso.datetime({ offset: true });
const window = { validFrom: moment, validTo: moment };
/**
 * True takes over an object that the portal did not make: from then on the portal owns it, its PIN is kept unique, and a
 * replaced device gets it back. Without it such a token is answered 404 "Item not found".
 */
const adopt = z.boolean().optional();

export const axisProxyRequest = z.discriminatedUnion("action", [
  z.object({ action: z.literal("TEST_CONNECTION"), ...connectionFields }),
  z.object({ action: z.literal("TEST_SYSTEMLOG"), ...connectionFields }),
  z.object({ action: z.literal("SYNC_ACCESS_POINTS"), ...connectionFields }),
  z.object({ action: z.literal("GET_ACCESS_POINTS"), ...connectionFields }),
  z.object({ action: z.literal("GET_DOORS"), ...connectionFields }),
  z.object({ action: z.literal("GET_ACCESS_PROFILES"), ...connectionFields }),
  z.object({ action: z.literal("LIST_USERS"), ...connectionFields }),
  z.object({ action: z.literal("LIST_CREDENTIALS"), ...connectionFields }),
  z.object({ action: z.literal("CREATE_USER"), ...connectionFields, ...person }),
  z.object({ action: z.literal("UPDATE_USER"), ...connectionFields, userToken: token, ...person, adopt }),
  /** Without `groupToken` the group named "Webbportal". */
  z.object({
    action: z.literal("SET_CREDENTIAL"),
    ...connectionFields,
    userToken: token,
    pin,
    ...window,
    groupToken: token.nullish(),
    adopt,
  }),
  /**
   * What is left out stays as it is. With `accessPointIds` the credential opens exactly those doors, and `groupToken` is not
   * written: a group that covers every door would open them all.
   */
  z.object({
    action: z.literal("UPDATE_CREDENTIAL"),
    ...connectionFields,
    credentialToken: token,
    userToken: token.nullish(),
    pin: pin.nullish(),
    validFrom: moment.nullish(),
    validTo: moment.nullish(),
    accessPointIds: z.array(z.uuid()).max(1000).nullish(),
    groupToken: token.nullish(),
    adopt,
  }),
  z.object({
    action: z.literal("CREATE_USER_WITH_PIN"),
    ...connectionFields,
    ...person,
    pin,
    ...window,
    accessPointIds: z.array(z.uuid()).max(1000),
  }),
  z.object({
    action: z.literal("DELETE_USER"),
    ...connectionFields,
    userToken: token.nullish(),
    credentialToken: token.nullish(),
    adopt,
  }),
]);
export type AxisProxyRequest = z.infer<typeof axisProxyRequest>;

export const deviceDoorReply = z.object({
  token: z.string(),
  name: z.string(),
  description: z.string(),
  accessPoints: z.array(z.string()),
  pinMin: z.number().int().nullable(),
  pinMax: z.number().int().nullable(),
  pinOnlyOk: z.boolean(),
});

export const getDoorsReply = z.object({ success: z.literal(true), doors: z.array(deviceDoorReply) });
export const getAccessPointsReply = z.object({ success: z.literal(true), accessPoints: z.array(deviceDoorReply) });
/** `isDefault`: the group named "Webbportal". */
export const accessProfileReply = z.object({
  token: z.string(),
  Name: z.string(),
  enabled: z.boolean(),
  accessPoints: z.array(z.string()),
  isDefault: z.boolean(),
});
export const getAccessProfilesReply = z.object({ success: z.literal(true), profiles: z.array(accessProfileReply) });

/** How far a write came. `pending` is not a failure: the change is saved and the lane goes on. */
const carried = { state: z.enum(["synced", "pending"]), pending: z.array(pendingDevice) };
export const createUserReply = z.object({ success: z.literal(true), userToken: z.string(), ...carried });
export const updateUserReply = z.object({ success: z.literal(true), ...carried });
export const credentialReply = z.object({ success: z.literal(true), credentialToken: z.string(), ...carried });
export const createUserWithPinReply = z.object({
  success: z.literal(true),
  userToken: z.string(),
  credentialToken: z.string(),
  ...carried,
});

/** A person on the device, with what the portal knows of them. PINs are dots, one a digit. */
const mergedUser = {
  /** Null: a credential that hangs on nobody. */
  userToken: z.string().nullable(),
  /** Null: a person without PIN or card. */
  credentialToken: z.string().nullable(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  pin: z.string().nullable(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  enabled: z.boolean(),
  /** Whether the portal owns the object; others may be adopted, and are left alone until then. */
  owned: z.boolean(),
  /** `direct`: made in this dialog and edited here. `credential`: an end user. Null: not ours. */
  holderKind: z.enum(["credential", "weekly_code", "direct"]).nullable(),
  /** False: the portal has the person, the device does not, or not yet. */
  onDevice: z.boolean(),
  /** Null: not ours. */
  state: syncStateSchema.nullable(),
};
const attribute = z.object({ type: z.string(), Name: z.string(), Value: z.string() });

/** The device's own shape, and the merged view beside it. */
export const axisUser = z.object({
  token: z.string().nullable(),
  Name: z.string(),
  Attribute: z.array(attribute),
  ...mergedUser,
});
export type AxisUser = z.infer<typeof axisUser>;
export const listUsersReply = z.object({ success: z.literal(true), users: z.array(axisUser) });

export const axisCredential = z.object({
  token: z.string(),
  UserToken: z.string().nullable(),
  /** The value is dots. */
  IdData: z.array(z.object({ Name: z.string(), Value: z.string() })),
  ValidFrom: z.string().nullable(),
  ValidTo: z.string().nullable(),
  Enabled: z.boolean(),
  ...mergedUser,
});
export type AxisCredential = z.infer<typeof axisCredential>;
export const listCredentialsReply = z.object({ success: z.literal(true), credentials: z.array(axisCredential) });

/** One entry per address of the log that was tried. */
export const testSystemLogReply = z.object({
  success: z.literal(true),
  testResults: z.array(
    z.object({ url: z.string(), status: z.number().nullable(), ok: z.boolean(), firstLines: z.array(z.string()) }),
  ),
});
