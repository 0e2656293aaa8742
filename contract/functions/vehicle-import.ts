// vehicle-import: people with one plate each, in chunks, valid twelve months at all the organisation's gates.
import { z } from "zod";
import { actionsOf, type InputOf, type ReplyOf } from "../define-action.ts";
import { chunkOf, rowNumber, rowText } from "../import-rows.ts";
import { IMPORT_CHUNK_ROWS, PLATE_MAX_LENGTH } from "../limits.ts";
import { rowId } from "../row-id.ts";
import { VEHICLE_FILE_MAX_ROWS } from "../vehicle-csv.ts";

const vehicleRow = z.object({
  row: rowNumber,
  plate: rowText,
  first_name: rowText,
  last_name: rowText,
  vehicle_type: rowText.nullable(),
});

const GROUPS_MAX = 100;

const organization_id = rowId.optional();

const rowResult = z.union([
  z.object({ row: z.int(), end_user_id: rowId }),
  z.object({ row: z.int(), error: z.string() }),
]);
export type VehicleRowResult = z.infer<typeof rowResult>;

const recentImport = z.object({
  import_id: rowId,
  at: z.string(),
  /** `people`: an import by people-import, which is undone in the same way. */
  kind: z.enum(["vehicles", "people"]),
  /** People whom nobody has changed since: an undo removes these. */
  unchanged: z.int(),
  changed: z.int(),
});
export type RecentImport = z.infer<typeof recentImport>;

const action = actionsOf("vehicle-import");

export const vehicleImport = {
  /** The action of a body that names none. */
  IMPORT: action(
    "IMPORT",
    {
      import_id: rowId,
      organization_id,
      total: z.int().min(1).max(VEHICLE_FILE_MAX_ROWS).optional(),
      /** Access groups that the people join. Absent: none. */
      group_ids: z.array(rowId).max(GROUPS_MAX).optional(),
      rows: chunkOf(vehicleRow, IMPORT_CHUNK_ROWS),
    },
    { results: z.array(rowResult) },
  ),
  /** Returns the organisation's plates, each with its people's last names. */
  CHECK_PLATES: action(
    "CHECK_PLATES",
    { organization_id, plates: z.array(z.string().max(PLATE_MAX_LENGTH)).max(VEHICLE_FILE_MAX_ROWS) },
    { existing: z.array(z.object({ plate_key: z.string(), last_names: z.array(z.string()) })) },
  ),
  /** Lists imports of vehicles and people that can still be undone. */
  IMPORTS: action("IMPORTS", {}, { imports: z.array(recentImport) }),
  /**
   * Removes people whom the import created and nobody has changed since, one chunk per call: repeat until `left` is 0. `kept`: changed
   * since; `kept_people` names the first of them.
   */
  UNDO: action(
    "UNDO",
    { import_id: rowId },
    {
      removed: z.int(),
      left: z.int(),
      kept: z.int(),
      kept_people: z.array(z.object({ end_user_id: rowId, name: z.string() })),
    },
  ),
};
export type ImportRowsRequest = InputOf<typeof vehicleImport.IMPORT>;
export type UndoImportReply = ReplyOf<typeof vehicleImport.UNDO>;
