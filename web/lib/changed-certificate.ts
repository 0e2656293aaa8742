// A test that met another certificate than the pinned one: what a person must see before accepting it.
import { FunctionError } from "./errors.ts";

export interface ChangedCertificate {
  controller: { id: string; name: string };
  /** SHA-256 of what the device shows now, hex. */
  seen: string;
  /** Of what it showed until now; null when the server did not say. */
  pinned: string | null;
}

/** Null for any other failure. */
export function changedCertificate(
  { id, name }: ChangedCertificate["controller"],
  error: unknown,
): ChangedCertificate | null {
  if (!(error instanceof FunctionError) || error.code !== "device_certificate_changed") return null;
  const { fingerprint, pinned = null } = error.details;
  return fingerprint === undefined ? null : { controller: { id, name }, seen: fingerprint, pinned };
}

/** "3A:F0:…", as devices and browsers show it. */
export function formatFingerprint(hex: string): string {
  return (hex.toUpperCase().match(/../g) ?? []).join(":");
}
