// The unit's objects. Unknown fields are refused; optional texts come back as "".
import { z } from "zod";

const TOKEN_MAX = 64;
const NAME_MAX = 64;
const DESCRIPTION_MAX = 1024;

const token = z.string().max(TOKEN_MAX);
const name = z.string().max(NAME_MAX);
const description = z.string().max(DESCRIPTION_MAX).default("");
const tokens = z.array(token).default([]);

const moment = z
  .string()
  .regex(/^$|^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/, "not an ISO 8601 time with zone")
  .default("");

const attribute = z.strictObject({ type: z.string().default(""), Name: z.string(), Value: z.string().default("") });
const attributes = z.array(attribute).default([]);

export const userSchema = z.strictObject({
  token: token.default(""),
  Name: name,
  Description: description,
  Attribute: attributes,
});

export const CREDENTIAL_STATUSES = [
  "NotActivated",
  "Enabled",
  "Disabled",
  "LockedOut",
  "Lost",
  "Stolen",
  "Damaged",
  "Destroyed",
  "Inactive",
  "MaxDays",
  "MaxUses",
  "Expired",
] as const;

export const idDataSchema = z.strictObject({ Name: z.string().min(1), Value: z.string() });

// Fault point: sim-axis-unknown-stored-field.
export const credentialSchema = z.strictObject({
  token: token.default(""),
  UserToken: token.default(""),
  Description: description,
  ValidFrom: moment,
  ValidTo: moment,
  Enabled: z.boolean(),
  Status: z.enum(CREDENTIAL_STATUSES),
  IdData: z.array(idDataSchema).default([]),
  Attribute: attributes,
  AuthenticationProfile: tokens,
  CredentialAccessProfile: z
    .array(z.strictObject({ AccessProfile: token, ValidFrom: moment, ValidTo: moment }))
    .default([]),
});

export const accessProfileSchema = z.strictObject({
  token: token.default(""),
  Name: name,
  Description: description,
  Enabled: z.boolean(),
  ValidFrom: moment,
  ValidTo: moment,
  Schedule: tokens,
  AuthenticationProfile: tokens,
  Attribute: attributes,
  AccessPolicy: z
    .array(
      z.strictObject({ AccessPoint: token, Schedule: tokens, AuthorizationProfile: tokens, Attribute: attributes }),
    )
    .default([]),
});

export const accessPointSchema = z.strictObject({
  token: token.default(""),
  Name: name,
  Description: description,
  AreaFrom: z.string().default(""),
  AreaTo: z.string().default(""),
  EntityType: z.string().default("axtdc:Door"),
  Entity: token,
  Enabled: z.boolean(),
  DoorDeviceUUID: z.string().default(""),
  IdPointDevice: z.array(z.strictObject({ IdPoint: token, DeviceUUID: z.string().default("") })).default([]),
  AuthenticationProfile: tokens,
  Attribute: attributes,
  ActionArgument: z.array(z.unknown()).default([]),
  Action: z.string().default("Access"),
});

export const accessControllerSchema = z.strictObject({
  token: token.default(""),
  Name: name,
  Description: description,
  AccessPoint: tokens,
});

export const authenticationProfileSchema = z.strictObject({
  token: token.default(""),
  Name: name,
  Description: description,
  Schedule: tokens,
  IdFactor: z
    .array(
      z.strictObject({
        IdDataName: z.string(),
        IdMatchOperatorName: z.enum(["IdDataEqual", "OperatorValueEqual", "IdDataEqualToField"]),
        OperatorValue: z.string().default(""),
      }),
    )
    .default([]),
});

export const idPointSchema = z.strictObject({
  token: token.default(""),
  Name: name,
  Description: description,
  Location: z.string().default(""),
  Area: z.string().default(""),
  Action: z.string().default("Access"),
  MinPINSize: z.int().min(0),
  MaxPINSize: z.int().min(0),
  EndOfPIN: z.string().default("#"),
  Timeout: z.string().default("PT10S"),
  HeartbeatInterval: z.string().default(""),
});

export const scheduleSchema = z.strictObject({
  token: token.default(""),
  Name: name,
  Description: description,
  ScheduleDefinition: z.string(),
  ExceptionScheduleDefinition: z.string().default(""),
  Attribute: attributes,
});

export type User = z.output<typeof userSchema>;
export type Credential = z.output<typeof credentialSchema>;
export type AccessProfile = z.output<typeof accessProfileSchema>;
export type AccessPoint = z.output<typeof accessPointSchema>;
export type AccessController = z.output<typeof accessControllerSchema>;
export type AuthenticationProfile = z.output<typeof authenticationProfileSchema>;
export type IdPoint = z.output<typeof idPointSchema>;
export type Schedule = z.output<typeof scheduleSchema>;
export type IdData = z.output<typeof idDataSchema>;

export interface Door {
  token: string;
  Name: string;
  Description: string;
  AccessTime: string;
  OpenTooLongTime: string;
  PreAlarmTime: string;
  ExtendedAccessTime: string;
  ExtendedOpenTooLongTime: string;
  HeartbeatInterval: string;
  PriorityConfiguration: string;
  DefaultPriority: string;
}

/** The act of a door at one level of priority. `Release` does nothing, so that the next level decides. */
export type DoorAction = "Release" | "Lock" | "Unlock" | "Block" | "DoubleLock";

export interface PriorityConfiguration {
  token: string;
  Name: string;
  DefaultPriority: string;
  /** Highest level first, each with the action that holds until another one is ordered. */
  DoorPriorityAction: { PriorityLevel: string; DoorAction: DoorAction }[];
}

/** The door's hardware, with the token of its scheduled states; empty: none. Its own token is the door's. */
export interface DoorConfiguration {
  token: string;
  DoorScheduleConfiguration: string;
}

/** A door enters the first state of a list whose schedules are active. Nothing happens when one ends. */
export interface DoorScheduleConfiguration {
  token: string;
  Name: string;
  Description: string;
  DoorSchedule: {
    /** Empty: the door's default level; then the list has one entry. */
    PriorityLevel: string;
    ScheduledState: { EnterAction: DoorAction; ScheduleToken: string[] }[];
  }[];
}
