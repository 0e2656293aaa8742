import { z } from "zod";

export const DEVICE_TYPES = ["axis", "axxon_lpr", "http_relay", "axis_lpv"] as const;
export const deviceTypeSchema = z.enum(DEVICE_TYPES);
export type DeviceType = z.infer<typeof deviceTypeSchema>;

export interface DeviceTraits {
  /** A `door` holds PINs and decides alone; a `gate` is opened by the portal. */
  kind: "door" | "gate";
  /** Where nobody typed one. */
  port: number;
  /** What the form asks for that opens it: a macro of its server, its own output or a web request. Null: a door's PINs do. */
  opensBy: "macro" | "output" | "request" | null;
  /** It may have the portal's plates on a list of its own. */
  keepsList: boolean;
  /** It has images of what it read. */
  keepsImages: boolean;
  /** It posts what it reads by itself, in a form of its own. */
  pushes: boolean;
  /** An old TLS may be allowed for it: units of it are in use that know no newer. */
  mayHaveOldTls: boolean;
  /** Its units differ in what no public text settles, and can be examined. */
  hasFieldKit: boolean;
}

const NOTHING_MORE = { keepsList: false, keepsImages: false, pushes: false, mayHaveOldTls: false, hasFieldKit: false };

/** What the server and the page ask of a type instead of its name. */
export const DEVICE_TRAITS: Readonly<Record<DeviceType, DeviceTraits>> = {
  axis: { kind: "door", port: 443, opensBy: null, ...NOTHING_MORE, mayHaveOldTls: true, hasFieldKit: true },
  axxon_lpr: { kind: "gate", port: 80, opensBy: "macro", ...NOTHING_MORE, keepsList: true, keepsImages: true },
  http_relay: { kind: "gate", port: 80, opensBy: "request", ...NOTHING_MORE },
  axis_lpv: { kind: "gate", port: 443, opensBy: "output", ...NOTHING_MORE, keepsList: true, pushes: true },
};

const each = <Trait>(of: (traits: DeviceTraits) => Trait): Readonly<Record<DeviceType, Trait>> => ({
  axis: of(DEVICE_TRAITS.axis),
  axxon_lpr: of(DEVICE_TRAITS.axxon_lpr),
  http_relay: of(DEVICE_TRAITS.http_relay),
  axis_lpv: of(DEVICE_TRAITS.axis_lpv),
});
export const DEVICE_KINDS = each(({ kind }) => kind);
export const DEFAULT_PORT = each(({ port }) => port);

const ofKind = (kind: DeviceTraits["kind"]): readonly DeviceType[] =>
  DEVICE_TYPES.filter((type) => DEVICE_TRAITS[type].kind === kind);
export const DOOR_TYPES = ofKind("door");
export const GATE_TYPES = ofKind("gate");

/** Cameras that post what they read by themselves. */
export const PUSHING_TYPES: readonly DeviceType[] = DEVICE_TYPES.filter((type) => DEVICE_TRAITS[type].pushes);

/** The type of a form that brings the web request that opens its gate. */
export const REQUESTED_GATE_TYPE = "http_relay" satisfies DeviceType;

/** In the order of the decision: a later reason means that the read came further. */
export const ACCESS_REASONS = [
  "gate_not_found",
  "invalid_configuration",
  "no_match",
  "disabled",
  "expired",
  "not_yet_valid",
  "no_access_assignment",
  /** A read that came later than a gate may open: a camera sends again what it could not deliver. */
  "read_too_late",
  "valid_credential",
] as const;
export const accessReasonSchema = z.enum(ACCESS_REASONS);
export type AccessReason = z.infer<typeof accessReasonSchema>;

export const SYNC_STATES = ["synced", "pending", "pending_removal", "failed"] as const;
export const syncStateSchema = z.enum(SYNC_STATES);
export type SyncState = z.infer<typeof syncStateSchema>;

/** What a device may still open for although the portal has taken it away: all of a credential, or a part of it. */
export const OUTDATED = ["access", "code", "validity", "doors"] as const;
export const outdatedSchema = z.enum(OUTDATED);
export type Outdated = z.infer<typeof outdatedSchema>;

export const CREDENTIAL_TYPES = ["pin", "license_plate"] as const;
export const credentialTypeSchema = z.enum(CREDENTIAL_TYPES);
export type CredentialType = z.infer<typeof credentialTypeSchema>;
