// axis-proxy: operations on one Axis door controller, for system admins. Changes to people are stored first; a
// controller worker carries them out, and the answer reports its progress.
import { z } from "zod";
import { actionsOf, type InputOf, type ReplyOf } from "../define-action.ts";
import { syncStateSchema } from "../devices.ts";
import { NAME_MAX_LENGTH } from "../limits.ts";
import { pinHoursSchema, pinUseSchema } from "../pin-use.ts";
import { plainLine } from "../plain-line.ts";
import { rowId } from "../row-id.ts";
import { connectionFields, findConnectionFields, foundConnection, testedConnection } from "./device-connection.ts";
import { carried } from "./end-user-manager.ts";

const token = z.string().min(1).max(255);
const personName = z.string().overwrite(plainLine).min(1).max(NAME_MAX_LENGTH);
const person = { firstName: personName, lastName: personName };
/** Validated by the server, with a Swedish sentence. */
const pin = z.string().max(100);
/** ISO 8601 with a zone; devices store whole seconds. */
const moment = z.iso.datetime({ offset: true });
const window = { validFrom: moment, validTo: moment };
/** Adopts an unmanaged object, which the portal then owns. Without it such a token is answered with 404 "Item not found". */
const adopt = z.boolean().optional();

const deviceDoor = z.object({
  token: z.string(),
  name: z.string(),
  description: z.string(),
  accessPoints: z.array(z.string()),
  pinMin: z.number().int().nullable(),
  pinMax: z.number().int().nullable(),
  /** The effect of a PIN alone for the portal's people now; for an unsaved controller, the reader's effect. */
  pinUse: pinUseSchema,
  pinHours: pinHoursSchema.nullable(),
  /** The unit's rule for PIN alone. Empty: it has none. Null: not readable now. */
  pinRule: z.string().nullable(),
  /** The portal's profile of the door carries that rule. */
  pinAloneOnDevice: z.boolean(),
});

const accessProfile = z.object({
  token: z.string(),
  Name: z.string(),
  enabled: z.boolean(),
  accessPoints: z.array(z.string()),
  isDefault: z.boolean(),
});
const mergedUser = {
  /** Null: a credential without a user. */
  userToken: z.string().nullable(),
  credentialToken: z.string().nullable(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  pin: z.string().nullable(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  enabled: z.boolean(),
  /** False: an unmanaged object, which may be adopted. */
  owned: z.boolean(),
  /** `direct`: created and edited in this dialog. `credential`: an end user. Null: unmanaged. */
  sourceKind: z.enum(["credential", "weekly_code", "direct"]).nullable(),
  /** False: not, or not yet, on the device. */
  onDevice: z.boolean(),
  state: syncStateSchema.nullable(),
};
const attribute = z.object({ type: z.string(), Name: z.string(), Value: z.string() });

export const axisUser = z.object({
  token: z.string().nullable(),
  Name: z.string(),
  Attribute: z.array(attribute),
  ...mergedUser,
});
export type AxisUser = z.infer<typeof axisUser>;

export const axisCredential = z.object({
  token: z.string(),
  UserToken: z.string().nullable(),
  IdData: z.array(z.object({ Name: z.string(), Value: z.string() })),
  ValidFrom: z.string().nullable(),
  ValidTo: z.string().nullable(),
  Enabled: z.boolean(),
  ...mergedUser,
});
export type AxisCredential = z.infer<typeof axisCredential>;

const action = actionsOf("axis-proxy");

export const axisProxy = {
  FIND_CONNECTION: action("FIND_CONNECTION", findConnectionFields, foundConnection),
  TEST_CONNECTION: action("TEST_CONNECTION", connectionFields, testedConnection),
  TEST_SYSTEMLOG: action("TEST_SYSTEMLOG", connectionFields, {
    testResults: z.array(
      z.object({ url: z.string(), status: z.number().nullable(), ok: z.boolean(), firstLines: z.array(z.string()) }),
    ),
  }),
  SYNC_ACCESS_POINTS: action("SYNC_ACCESS_POINTS", connectionFields, {
    doors: z.number().int(),
    added: z.number().int(),
    missing: z.number().int(),
    profilesWritten: z.number().int(),
  }),
  GET_ACCESS_POINTS: action("GET_ACCESS_POINTS", connectionFields, { accessPoints: z.array(deviceDoor) }),
  GET_DOORS: action("GET_DOORS", connectionFields, { doors: z.array(deviceDoor) }),
  GET_ACCESS_PROFILES: action("GET_ACCESS_PROFILES", connectionFields, { profiles: z.array(accessProfile) }),
  LIST_USERS: action("LIST_USERS", connectionFields, { users: z.array(axisUser) }),
  LIST_CREDENTIALS: action("LIST_CREDENTIALS", connectionFields, { credentials: z.array(axisCredential) }),
  CREATE_USER: action("CREATE_USER", { ...connectionFields, ...person }, { userToken: z.string(), ...carried }),
  UPDATE_USER: action("UPDATE_USER", { ...connectionFields, userToken: token, ...person, adopt }, carried),
  /** Without `groupToken`, the group named "Webbportal" is used. */
  SET_CREDENTIAL: action(
    "SET_CREDENTIAL",
    { ...connectionFields, userToken: token, pin, ...window, groupToken: token.nullish(), adopt },
    { credentialToken: z.string(), ...carried },
  ),
  /** Omitted fields stay. With `accessPointIds`, `groupToken` is not written, because its doors would open too. */
  UPDATE_CREDENTIAL: action(
    "UPDATE_CREDENTIAL",
    {
      ...connectionFields,
      credentialToken: token,
      userToken: token.nullish(),
      pin: pin.nullish(),
      validFrom: moment.nullish(),
      validTo: moment.nullish(),
      accessPointIds: z.array(rowId).max(1000).nullish(),
      groupToken: token.nullish(),
      adopt,
    },
    { credentialToken: z.string(), ...carried },
  ),
  CREATE_USER_WITH_PIN: action(
    "CREATE_USER_WITH_PIN",
    { ...connectionFields, ...person, pin, ...window, accessPointIds: z.array(rowId).max(1000) },
    { userToken: z.string(), credentialToken: z.string(), ...carried },
  ),
  /**
   * Writes a generated one-hour code for every enabled door and asks the device about each; nothing moves. With `userToken`, asks about the
   * same code again, without showing it.
   */
  TEST_PIN: action(
    "TEST_PIN",
    { ...connectionFields, userToken: token.nullish() },
    {
      userToken: z.string(),
      /** Null when the device is asked again about a code. */
      pin: z.string().nullable(),
      validTo: z.string(),
      /** `granted` null: the device was not asked, since it does not have the code yet. */
      doors: z.array(
        z.object({ id: rowId, name: z.string(), granted: z.boolean().nullable(), reason: z.string().nullable() }),
      ),
      ...carried,
    },
  ),
  DELETE_USER: action(
    "DELETE_USER",
    { ...connectionFields, userToken: token.nullish(), credentialToken: token.nullish(), adopt },
    carried,
  ),
};
export type AxisRequest<Name extends keyof typeof axisProxy> = InputOf<(typeof axisProxy)[Name]>;
export type AxisReply<Name extends keyof typeof axisProxy> = Omit<ReplyOf<(typeof axisProxy)[Name]>, "success">;
