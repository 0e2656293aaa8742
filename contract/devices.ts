import { z } from "zod";

export const DEVICE_TYPES = ["axis", "axxon_lpr", "http_relay", "axis_lpv"] as const;
export const deviceTypeSchema = z.enum(DEVICE_TYPES);
export type DeviceType = z.infer<typeof deviceTypeSchema>;
/** A `door` holds PINs and decides alone; a `gate` is opened by the portal. */
export const DEVICE_KINDS: Readonly<Record<DeviceType, "door" | "gate">> = {
  axis: "door",
  axxon_lpr: "gate",
  http_relay: "gate",
  axis_lpv: "gate",
};

/** Cameras that post what they read by themselves. */
export const PUSHING_TYPES: readonly DeviceType[] = ["axis_lpv"];

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
