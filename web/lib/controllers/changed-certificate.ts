import { FunctionError } from "#web/lib/calls/errors.ts";

export interface ChangedCertificate {
  controller: { id: string; name: string };
  seen: string;
  pinned: string | null;
}

/** Returns the certificate that a device presented in place of the pinned one; null for any other error. */
export function changedCertificate(
  { id, name }: ChangedCertificate["controller"],
  error: unknown,
): ChangedCertificate | null {
  if (!(error instanceof FunctionError) || error.code !== "device_certificate_changed") return null;
  const { fingerprint, pinned = null } = error.details;
  return fingerprint === undefined ? null : { controller: { id, name }, seen: fingerprint, pinned };
}

export function formatFingerprint(hex: string): string {
  return (hex.toUpperCase().match(/../g) ?? []).join(":");
}
