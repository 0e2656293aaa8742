import { personFieldLabel } from "#contract/forms/person-labels.ts";
import type { PeopleColumn } from "#contract/people-columns.ts";
import { isPersonField } from "#contract/person-fields.ts";
import { peopleImportTexts as texts } from "#web/features/people/texts/people-import.sv.ts";

/** Returns the name of a column; for an optional text, the label in form and list. */
export const columnLabel = (column: PeopleColumn): string =>
  isPersonField(column) ? personFieldLabel(column) : texts.columns[column];
