// The optional columns of the people's list: chosen once, remembered in this browser.
import type { PersonField } from "#contract/person-fields.ts";
import { createStore } from "#web/lib/store.ts";

export const STORAGE_KEY = "portal.people-columns";

export type OptionalColumn = PersonField | "created_at";

/** Returns the stored names of columns, or the usual ones where nothing usable is stored. An unknown name shows no column. */
export function columnsOf(text: string | null): readonly unknown[] {
  const stored: unknown = JSON.parse(text ?? "null");
  return Array.isArray(stored) ? stored : ["created_at"];
}

function recallColumns(): readonly unknown[] {
  try {
    return columnsOf(localStorage.getItem(STORAGE_KEY));
  } catch {
    return columnsOf(null);
  }
}

export const chosenColumns = createStore(recallColumns());
