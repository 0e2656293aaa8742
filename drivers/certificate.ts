// The parts of a device's certificate that a person compares before accepting it, and that the portal keeps.
import { z } from "zod";
import { type TlsVersion, tlsVersionSchema } from "#contract/tls.ts";

export interface DeviceCertificate {
  /** Hex in lower case. */
  sha256: string;
  /** Common names; empty where there is none. */
  subject: string;
  issuer: string;
  /** ISO 8601; null when unreadable. */
  validTo: string | null;
  /** The version agreed on for the connection that showed it; null when unknown. */
  tls: TlsVersion | null;
}

const NAME_MAX_LENGTH = 200;

const names = z.object({ CN: z.union([z.string(), z.array(z.string())]).optional() }).optional();
const peer = z.object({ fingerprint256: z.string(), subject: names, issuer: names, valid_to: z.string().optional() });

/** Reads the certificate; null when the device showed none. */
export function readCertificate(shown: unknown, protocol: string | null): DeviceCertificate | null {
  const { data } = peer.safeParse(shown);
  if (data === undefined) return null;
  const ends = Date.parse(data.valid_to ?? "");
  return {
    sha256: data.fingerprint256.replaceAll(":", "").toLowerCase(),
    subject: commonName(data.subject),
    issuer: commonName(data.issuer),
    validTo: Number.isNaN(ends) ? null : new Date(ends).toISOString(),
    tls: tlsVersionSchema.safeParse(protocol).data ?? null,
  };
}

/** Returns the common name. The device wrote it, so it is shortened to one line. */
function commonName(name: z.infer<typeof names>): string {
  return [name?.CN ?? []]
    .flat()
    .join(", ")
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
    .slice(0, NAME_MAX_LENGTH);
}
