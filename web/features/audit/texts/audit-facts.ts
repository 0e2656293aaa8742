// The facts of an event log sentence, in any language.

import { formatPlate } from "#contract/format-plate.ts";
import { ownWord } from "#contract/own-word.ts";

/** At most three names, and the total. */
export interface NamesInFacts {
  names: readonly string[];
  count: number;
}

export interface AuditFacts {
  /** The subject's name; null for several, or unknown. */
  name: string | null;
  count: number;
  /** The rows are a part of a larger event, found by a search. */
  isPart: boolean;
  people: NamesInFacts;
  /** Doors, gates or controllers. */
  places: NamesInFacts;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
  /** A person's optional texts that changed, in words. */
  details: readonly string[];
}

export const many = (count: number, one: string, more: string) => (count === 1 ? one : `${count} ${more}`);
export const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
/** Tells whether a key holds a plate: typed, from a file, or read by a camera. */
export const isPlateKey = (key: string) => key === "plate" || key === "plate_number";
/** Returns the lists' spelling: an import stores plates as its file had them. */
const plateText = (value: unknown) => {
  const stored = text(value);
  return stored === null ? null : formatPlate(stored);
};
export const changed = ({ before, after }: Pick<AuditFacts, "before" | "after">, column: string) =>
  Object.hasOwn(before, column) && Object.hasOwn(after, column) && ownWord(before, column) !== ownWord(after, column);
export const secretChanged = ({ after }: Pick<AuditFacts, "after">, secret: string) =>
  Array.isArray(after["secrets_changed"]) && after["secrets_changed"].includes(secret);
export const fact = ({ before, after }: AuditFacts, key: string) => {
  const read = isPlateKey(key) ? plateText : text;
  return read(ownWord(after, key)) ?? read(ownWord(before, key));
};
