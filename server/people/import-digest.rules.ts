// Digests what an import wrote about one person: the value stays equal as long as nobody has changed anything. Pure.
import { createHash } from "node:crypto";
import { PERSON_FIELDS, type PersonField } from "#contract/person-fields.ts";

interface CredentialFacts {
  /** Null for a PIN. */
  plate: string | null;
  /** Stands for the PIN; null for a plate. */
  mark: string | null;
  vehicleType: string | null;
  enabled: boolean;
  /** Milliseconds. */
  from: number | null;
  to: number | null;
  /** Keys of doors and gates. */
  targets: readonly string[];
}

export interface ImportedFacts {
  firstName: string;
  lastName: string;
  texts: Partial<Record<PersonField, string | null>>;
  credentials: readonly CredentialFacts[];
  /** Groups, each with its dates. */
  memberships: readonly string[];
}

/** Returns a SHA-256 that does not depend on the order of credentials, doors or groups. */
export function importDigest({ firstName, lastName, texts, credentials, memberships }: ImportedFacts): string {
  const held = credentials.map(({ plate, mark, vehicleType, enabled, from, to, targets }) =>
    JSON.stringify([plate, mark, vehicleType, enabled, from, to, [...targets].toSorted()]),
  );
  const text = JSON.stringify([
    firstName,
    lastName,
    ...PERSON_FIELDS.map((field) => texts[field] ?? null),
    ...held.toSorted(),
    ...memberships.toSorted(),
  ]);
  return createHash("sha256").update(text).digest("hex");
}

/** Returns a digest's stand-in for a PIN: it changes with the PIN and reveals nothing about it. Twin: `private.pin_mark`. */
export function pinMark(hmacs: readonly string[]): string {
  return createHash("sha256").update(hmacs.join()).digest("hex");
}
