import { z } from "zod";

export const DEVICE_TYPES = ["axis", "axxon_lpr", "http_relay", "axis_lpv"] as const;
export const deviceTypeSchema = z.enum(DEVICE_TYPES);
export type DeviceType = z.infer<typeof deviceTypeSchema>;

export interface DeviceTraits {
  /** A `door` holds PINs and decides alone; a `gate` is opened by the portal. */
  kind: "door" | "gate";
  /** Used when nobody typed a port. */
  port: number;
  /** The way of opening that the form configures: a macro of its server, its own output or a web request. Null: its doors open by PIN. */
  opensBy: "macro" | "output" | "request" | null;
  /** The device can keep the portal's plates in a list of its own. */
  keepsList: boolean;
  /** The device keeps images of its reads. */
  keepsImages: boolean;
  /** The device posts its reads by itself, in its own format. */
  pushes: boolean;
  /** An old TLS may be allowed: some units in use know no newer. */
  mayHaveOldTls: boolean;
  /** Units differ in ways that no public document settles, and can be examined. */
  hasFieldKit: boolean;
}

const NOTHING_MORE = { keepsList: false, keepsImages: false, pushes: false, mayHaveOldTls: false, hasFieldKit: false };

/** Facts that the server and the page look up for a type, so that they never test its name. */
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

/** Cameras that post their reads by themselves. */
export const PUSHING_TYPES: readonly DeviceType[] = DEVICE_TYPES.filter((type) => DEVICE_TRAITS[type].pushes);

/** The type whose form has the web request that opens its gate. */
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
  /** Access at the gate, at other hours. */
  "outside_hours",
  /** The read came too late for a gate to open: a camera resends what it could not deliver. */
  "read_too_late",
  "valid_credential",
] as const;
export const accessReasonSchema = z.enum(ACCESS_REASONS);
export type AccessReason = z.infer<typeof accessReasonSchema>;

/** The reason of a log row without a plate: somebody opened the gate from the portal. */
export const OPENED_FROM_PORTAL = "opened_from_portal";
export const logReasonSchema = z.enum([...ACCESS_REASONS, OPENED_FROM_PORTAL]);
export type LogReason = z.infer<typeof logReasonSchema>;

export const SYNC_STATES = ["synced", "pending", "pending_removal", "failed"] as const;
export const syncStateSchema = z.enum(SYNC_STATES);
export type SyncState = z.infer<typeof syncStateSchema>;

/** Access that a device may still give after the portal took it away: all of a credential, or a part of it. */
export const OUTDATED = ["access", "code", "validity", "doors"] as const;
export const outdatedSchema = z.enum(OUTDATED);
export type Outdated = z.infer<typeof outdatedSchema>;

export const CREDENTIAL_TYPES = ["pin", "license_plate"] as const;
export const credentialTypeSchema = z.enum(CREDENTIAL_TYPES);
export type CredentialType = z.infer<typeof credentialTypeSchema>;
