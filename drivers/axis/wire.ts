// Parses the unit's objects leniently: lists may be missing, texts null, a token list a string. A Set deletes missing fields. An object
// with a token is read whatever else it holds, since an odd one, written by a technician's tool or another firmware, would otherwise hide
// all. An unreadable value equals nothing that the portal writes.
import { z } from "zod";
import { cutText } from "#contract/plain-line.ts";

const scalar = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => tidy(value === null || value === undefined ? "" : String(value)));

const label = scalar.catch("");

/** Replaces a time or a token that cannot be read. */
export const UNREADABLE = "?";
const time = scalar.catch(UNREADABLE);

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
const LABEL_MAX = 1024;

/** Returns one line of printable text, cut at the longest label. */
export function tidy(text: string): string {
  return cutText(text.toWellFormed().replace(CONTROL, " ").trim(), LABEL_MAX);
}

/** A token is sent back verbatim, so it is never trimmed. */
const token = z
  .string()
  .min(1)
  .max(255)
  .refine((value) => value.isWellFormed() && value.search(CONTROL) < 0);
/** The token of an object that this one refers to. */
const reference = token.catch(UNREADABLE);
/** The same, where there may be none. Empty: none, or unreadable. */
const optionalReference = token
  .nullish()
  .catch(null)
  .transform((value) => value ?? "");

const flag = z
  .union([z.boolean(), z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] })])
  .or(z.literal([0, 1]).transform(Boolean))
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** No reader takes longer PINs: a larger number says that there is no limit. */
const COUNT_MAX = 255;
const count = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(0).max(COUNT_MAX))
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** Returns the members of a list, which may be missing, an empty text, or its only member. */
const membersOf = (value: unknown): unknown[] =>
  [value ?? []].flat().filter((one) => one !== "" && one !== null && one !== undefined);

/** Technicians' objects name some tens; all lists of a unit are multiplied with one another. */
const TOKENS_MAX = 1_000;
/** Some replies carry one token as a string; "" means none. */
export const tokenList = z.unknown().optional().transform(membersOf).pipe(z.array(reference).max(TOKENS_MAX));

/** Reads a list of objects. A member that is no object becomes an empty one, so that an unexpected member is noticed. */
const listOf = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const item = z.looseObject(shape);
  return z
    .unknown()
    .optional()
    .transform((value) => membersOf(value).map((one) => (typeof one === "object" && !Array.isArray(one) ? one : {})))
    .pipe(z.array(item));
};

const namedValue = { Name: label, Value: z.unknown().optional() };

/** Returns the value as text; empty unless it is a text, a number or a switch. */
export function valueText(named: { Value?: unknown } | undefined): string {
  return label.parse(named?.Value);
}

/** Accepts `Token`, which a few replies write. */
const withToken = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !("token" in value) && "Token" in value
    ? { ...value, token: value.Token }
    : value;

const deviceObject = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess(withToken, z.looseObject({ token, ...shape }));

export const wireUser = deviceObject({ Name: label, Attribute: listOf(namedValue) });
export type WireUser = z.infer<typeof wireUser>;

export const wireCredential = deviceObject({
  UserToken: label,
  ValidFrom: time,
  ValidTo: time,
  Enabled: flag,
  Status: label,
  IdData: listOf(namedValue),
  CredentialAccessProfile: listOf({ AccessProfile: reference, ValidFrom: time, ValidTo: time }),
});
export type WireCredential = z.infer<typeof wireCredential>;

export const wireAccessProfile = deviceObject({
  Name: label,
  Description: label,
  Enabled: flag,
  ValidFrom: time,
  ValidTo: time,
  Schedule: tokenList,
  AuthenticationProfile: tokenList,
  AccessPolicy: listOf({ AccessPoint: reference, Schedule: tokenList }),
});
export type WireAccessProfile = z.infer<typeof wireAccessProfile>;

export const wireAccessPoint = deviceObject({
  Name: label,
  Description: label,
  EntityType: label,
  /** Older samples use this spelling. */
  Type: label,
  /** Empty: the access point belongs to no door. */
  Entity: optionalReference,
  Action: label,
  DoorDeviceUUID: label,
  IdPointDevice: listOf({ IdPoint: label, DeviceUUID: label }),
  AuthenticationProfile: tokenList,
  Attribute: listOf(namedValue),
  /** False: switched off on the unit, so nobody is let in. */
  Enabled: flag,
});
export type WireAccessPoint = z.infer<typeof wireAccessPoint>;

export const wireDoor = deviceObject({
  Name: label,
  Description: label,
  Capabilities: z.record(z.string(), z.unknown()).nullish().catch(null),
});
export type WireDoor = z.infer<typeof wireDoor>;

export const wireDoorConfiguration = deviceObject({ DoorScheduleConfiguration: optionalReference });

export const wireDoorSchedules = deviceObject({
  DoorSchedule: listOf({
    PriorityLevel: label,
    ScheduledState: listOf({ EnterAction: label, ScheduleToken: tokenList }),
  }),
});
export type WireDoorSchedules = z.infer<typeof wireDoorSchedules>;

/** The levels at which a door is ordered to do something, highest first. */
export const wirePriorityState = z.looseObject({
  DoorPriorityAction: listOf({ PriorityLevel: label, Reason: label, DoorAction: label }),
});

export const wireIdPoint = deviceObject({ MinPINSize: count, MaxPINSize: count });
export type WireIdPoint = z.infer<typeof wireIdPoint>;

export const wireAuthenticationProfile = deviceObject({
  Name: label,
  Schedule: tokenList,
  IdFactor: listOf({ IdDataName: label, IdMatchOperatorName: label }),
});
export type WireAuthenticationProfile = z.infer<typeof wireAuthenticationProfile>;

/** Texts of calendars: line breaks matter, so they are not trimmed. */
const calendar = z
  .string()
  .max(100_000)
  .nullish()
  .transform((text) => text ?? "");

export const wireSchedule = deviceObject({
  Name: label,
  ScheduleDefinition: calendar,
  ExceptionScheduleDefinition: calendar,
});
export type WireSchedule = z.infer<typeof wireSchedule>;

/** An answer without a clear yes is none. */
export const wireScheduleStatus = z.looseObject({ Active: flag });

export const wireAccessController = deviceObject({ Name: label });

const wirePeer = { DeviceUUID: label };
export const wirePeers = z.looseObject({ Self: z.looseObject(wirePeer).nullish(), Peer: listOf(wirePeer) });

export const wireVerdict = z.looseObject({ AccessGranted: z.boolean(), Reason: label });

export const wireTokens = z.looseObject({ Token: tokenList });

/** Absent or empty on the last page; an unreadable reference is not the end. */
export const wirePage = z.looseObject({ NextStartReference: scalar });

/** Any of these keys signals a fault, whatever the status. */
export const wireFault = z.looseObject({
  Fault: label,
  FaultCode: label,
  FaultSubCode: label,
  FaultReason: label,
  FaultMsg: label,
});

export const wireDeviceInfo = z.looseObject({
  data: z.looseObject({
    propertyList: z.looseObject({
      Brand: label,
      ProdNbr: label,
      ProdShortName: label,
      Version: label,
      SerialNumber: label,
    }),
  }),
});
