// Parsed leniently: lists may be missing, texts null, a token list a string. A Set deletes missing fields.
import { z } from "zod";

const label = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => tidy(value === null || value === undefined ? "" : String(value)));

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
const LABEL_MAX = 1024;

export function tidy(text: string): string {
  return text.toWellFormed().replace(CONTROL, " ").trim().slice(0, LABEL_MAX);
}

/** Sent back verbatim, so never tidied. */
const token = z
  .string()
  .min(1)
  .max(255)
  .refine((value) => value.isWellFormed() && value.search(CONTROL) < 0);

const flag = z
  .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
  .nullish()
  .transform((value) => value ?? null);

const count = z
  .union([z.number(), z.string().regex(/^\d{1,6}$/)])
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : Number(value)));

/** Some replies carry one token as a string; "" means none. */
export const tokenList = z
  .union([z.array(z.string()), z.string()])
  .nullish()
  .transform((value) => [value ?? []].flat().filter((one) => one !== ""))
  .pipe(z.array(token));

const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((list) => list ?? []);

const namedValue = z.looseObject({
  Name: z.string(),
  Value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
});
type NamedValue = z.infer<typeof namedValue>;

export function valueText(named: NamedValue | undefined): string {
  return tidy(String(named?.Value ?? ""));
}

/** A few replies write `Token`. */
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
  ValidFrom: label,
  ValidTo: label,
  Enabled: flag,
  Status: label,
  IdData: listOf(namedValue),
  CredentialAccessProfile: listOf(z.looseObject({ AccessProfile: token, ValidFrom: label, ValidTo: label })),
});
export type WireCredential = z.infer<typeof wireCredential>;

export const wireAccessProfile = deviceObject({
  Name: label,
  Enabled: flag,
  ValidFrom: label,
  ValidTo: label,
  Schedule: tokenList,
  AuthenticationProfile: tokenList,
  AccessPolicy: listOf(z.looseObject({ AccessPoint: token, Schedule: tokenList })),
});
export type WireAccessProfile = z.infer<typeof wireAccessProfile>;

export const wireAccessPoint = deviceObject({
  Name: label,
  Description: label,
  EntityType: label,
  /** Older samples use this spelling. */
  Type: label,
  Entity: label,
  Action: label,
  DoorDeviceUUID: label,
  IdPointDevice: listOf(z.looseObject({ IdPoint: label, DeviceUUID: label })),
  AuthenticationProfile: tokenList,
  /** False: switched off on the unit, so nobody gets through. */
  Enabled: flag,
});
export type WireAccessPoint = z.infer<typeof wireAccessPoint>;

export const wireDoor = deviceObject({
  Name: label,
  Description: label,
  Capabilities: z.record(z.string(), z.unknown()).nullish(),
});
export type WireDoor = z.infer<typeof wireDoor>;

export const wireIdPoint = deviceObject({ MinPINSize: count, MaxPINSize: count });
export type WireIdPoint = z.infer<typeof wireIdPoint>;

export const wireAuthenticationProfile = deviceObject({
  Name: label,
  Schedule: tokenList,
  IdFactor: listOf(z.looseObject({ IdDataName: label, IdMatchOperatorName: label })),
});
export type WireAuthenticationProfile = z.infer<typeof wireAuthenticationProfile>;

/** Calendar texts: line breaks matter, so they are not tidied. */
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

export const wireAccessController = deviceObject({ Name: label });

const wirePeer = z.looseObject({ DeviceUUID: label });
export const wirePeers = z.looseObject({ Self: wirePeer.nullish(), Peer: listOf(wirePeer) });

export const wireVerdict = z.looseObject({ AccessGranted: z.boolean(), Reason: label });

export const wireTokens = z.looseObject({ Token: tokenList });

/** Absent or empty at the end. */
export const wirePage = z.looseObject({ NextStartReference: label });

/** Any of the keys signals a fault, whatever the status. */
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
