// The versions of TLS that a device may speak, oldest first.
import { z } from "zod";

export const tlsVersionSchema = z.enum(["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"]);
export type TlsVersion = z.infer<typeof tlsVersionSchema>;

/** Returns "TLS 1.0", as people write it. */
export function tlsName(version: TlsVersion): string {
  return version === "TLSv1" ? "TLS 1.0" : version.replace("TLSv", "TLS ");
}

/** Tells whether the version is old: used only with a device for which a system admin has allowed it. */
export function isOldTls(version: TlsVersion): boolean {
  return version === "TLSv1" || version === "TLSv1.1";
}
