// Digests what an import wrote about one person: the value stays equal as long as nobody has changed anything. Pure.
import { createHash } from "node:crypto";

export interface ImportedFacts {
  firstName: string;
  lastName: string;
  plate: string;
  vehicleType: string | null;
  enabled: boolean;
  validFrom: Date | null;
  validTo: Date | null;
  gateIds: readonly string[];
}

export function importDigest(facts: ImportedFacts): string {
  const { firstName, lastName, plate, vehicleType, enabled, validFrom, validTo, gateIds } = facts;
  const window = [validFrom?.getTime() ?? null, validTo?.getTime() ?? null];
  const text = JSON.stringify([firstName, lastName, plate, vehicleType, enabled, ...window, [...gateIds].toSorted()]);
  return createHash("sha256").update(text).digest("hex");
}
