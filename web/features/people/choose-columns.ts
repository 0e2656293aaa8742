import { PERSON_FIELDS } from "#contract/person-fields.ts";
import { chosenColumns, type OptionalColumn, STORAGE_KEY } from "./list-columns.ts";

export const OPTIONAL_COLUMNS: readonly OptionalColumn[] = [...PERSON_FIELDS, "created_at"];

/** Shows these optional columns, here and the next time. */
export function chooseColumns(isChosen: (name: OptionalColumn) => boolean): void {
  const columns = OPTIONAL_COLUMNS.filter(isChosen);
  chosenColumns.set(columns);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(columns));
  } catch {
    // A browser that stores nothing starts with the usual columns.
  }
}
