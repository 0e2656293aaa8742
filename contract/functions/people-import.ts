// people-import: people with PIN, doors, plate and their optional texts, from a file, in chunks. Imports of both kinds are listed and undone
// by vehicle-import.
import { z } from "zod";
import { actionsOf, type InputOf } from "../define-action.ts";
import { ERROR_CODES } from "../errors/codes.ts";
import { chunkOf, rowNumber, rowText } from "../import-rows.ts";
import { IMPORT_MATCH_ROWS, IMPORT_PINS, PEOPLE_CHUNK_ROWS } from "../limits.ts";
import { ofPersonFields } from "../person-fields.ts";
import { rowId } from "../row-id.ts";
import { VEHICLE_FILE_MAX_ROWS } from "../vehicle-csv.ts";

const DOORS_MAX = 1_000;
const GROUPS_MAX = 100;

const personRow = z.object({
  row: rowNumber,
  first_name: rowText,
  last_name: rowText,
  // An open page that is older than a field does not send it.
  ...ofPersonFields(() => rowText.default("")),
  /** Digits; empty for none. */
  pin: rowText,
  /** Names of the organisation's doors; empty: those of `access_point_ids`, unless groups are named. */
  doors: z.array(rowText).max(DOORS_MAX),
  /** Names of the organisation's access groups; empty: those of `group_ids`. The word `ingen` or `none`: no group. */
  groups: z.array(rowText).max(GROUPS_MAX).optional(),
  /** Valid at all of the organisation's gates; empty for none. */
  plate: rowText,
  /** A period such as `12_months`, or the last day as yyyy-MM-dd. */
  validity: rowText,
});

const organization_id = rowId.optional();
const doorIds = z.array(rowId).max(DOORS_MAX);

const rowResult = z.union([
  /** `repeated`: an earlier call of this import added the person, and the row repeats the answer of that call. */
  z.object({ row: z.int(), end_user_id: rowId, repeated: z.boolean() }),
  z.object({ row: z.int(), code: z.enum(ERROR_CODES), error: z.string() }),
]);
export type PersonRowResult = z.infer<typeof rowResult>;

const action = actionsOf("people-import");

export const peopleImport = {
  /** Typed PINs use the same quota as in end-user-manager. One row's refusal affects no other. */
  IMPORT: action(
    "IMPORT",
    {
      import_id: rowId,
      organization_id,
      total: z.int().min(1).max(VEHICLE_FILE_MAX_ROWS),
      /** Doors of rows that name none. */
      access_point_ids: doorIds,
      /** Groups of rows that name none. Absent: none. */
      group_ids: z.array(rowId).max(GROUPS_MAX).optional(),
      rows: chunkOf(personRow, PEOPLE_CHUNK_ROWS),
    },
    { results: z.array(rowResult) },
  ),
  /** Returns the rows whose email address, or name and apartment, a person of the organisation has. */
  CHECK_PEOPLE: action(
    "CHECK_PEOPLE",
    {
      organization_id,
      rows: z
        .array(
          z.object({ row: rowNumber, first_name: rowText, last_name: rowText, apartment: rowText, email: rowText }),
        )
        .max(IMPORT_MATCH_ROWS),
    },
    { existing: z.array(z.object({ row: z.int(), end_user_id: rowId, same: z.enum(["name", "email"]) })) },
  ),
  /** Proposes free PINs, each different. Proposes fewer than requested when the portal has proposed many lately. */
  SUGGEST_PINS: action(
    "SUGGEST_PINS",
    { organization_id, access_point_ids: doorIds.min(1), count: z.int().min(1).max(IMPORT_PINS) },
    { pins: z.array(z.string()), limited_by: z.array(z.string()) },
  ),
};
export type ImportPeopleRequest = Omit<z.output<typeof peopleImport.IMPORT.input>, "action">;
export type CheckPeopleRequest = InputOf<typeof peopleImport.CHECK_PEOPLE>;
export type SuggestPinsRequest = InputOf<typeof peopleImport.SUGGEST_PINS>;
