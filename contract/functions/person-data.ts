// person-data: export and erasure of one person's data (GDPR), devices included.
import { z } from "zod";
import { actionsOf } from "../define-action.ts";
import { accessReasonSchema } from "../devices.ts";
import { doorReasonSchema } from "../door-events.ts";
import { ofPersonFields } from "../person-fields.ts";
import { rowId } from "../row-id.ts";

const moment = z.string();

/** The reply of private.export_person. Fields of a later version are kept for the file. */
export const personExport = z.looseObject({
  exported_at: moment,
  person: z.looseObject({
    id: rowId,
    first_name: z.string(),
    last_name: z.string(),
    ...ofPersonFields(() => z.string().nullable()),
    organization: z.string(),
    /** Null for a removed person whom the log still names. */
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
    removed_at: moment.nullable().optional(),
  }),
  purposes: z.string(),
  passages_kept_days: z.number(),
  credentials: z.array(
    z.looseObject({
      type: z.enum(["pin", "license_plate"]),
      /** For a PIN, the mask. */
      value: z.string(),
      vehicle_type: z.string().nullable(),
      valid_from: moment.nullable(),
      valid_to: moment.nullable(),
      enabled: z.boolean(),
      created_at: moment,
      access: z.array(z.looseObject({ controller: z.string(), door: z.string().nullable() })),
    }),
  ),
  /** The person's access groups, with the membership's start and end. */
  groups: z.array(z.looseObject({ name: z.string(), valid_from: moment.nullable(), valid_to: moment.nullable() })),
  passages: z.array(
    z.looseObject({
      at: moment,
      plate: z.string(),
      gate: z.string().nullable(),
      granted: z.boolean(),
      reason: accessReasonSchema,
    }),
  ),
  door_events: z.array(
    z.looseObject({
      at: moment,
      door: z.string().nullable(),
      controller: z.string().nullable(),
      granted: z.boolean().nullable(),
      reason: doorReasonSchema.nullable(),
    }),
  ),
  /** Readings of a camera that count as the plate, or may be it. */
  plate_aliases: z.array(
    z.looseObject({ reading: z.string(), gate: z.string(), created_at: moment, last_used_at: moment }),
  ),
  near_misses: z.array(
    z.looseObject({ reading: z.string(), gate: z.string(), reads: z.number(), last_read_at: moment }),
  ),
  replicas_on_devices: z.array(z.looseObject({ controller: z.string(), confirmed_at: moment.nullable() })),
  receipts: z.array(z.looseObject({ controller: z.string().nullable(), kind: z.string(), at: moment })),
  changes: z.array(z.looseObject({ at: moment, action: z.string() })),
});
export type PersonExport = z.infer<typeof personExport>;

export const erasureRow = z.object({
  id: rowId,
  organization_id: rowId.nullable(),
  organization_name: z.string().nullable(),
  requested_at: z.string(),
  log_rows: z.number().int(),
  /** Replicas not yet confirmed removed. Zero = erased everywhere. */
  replicas_remaining: z.number().int(),
  waiting_for: z.array(z.string()),
  receipts: z.number().int(),
});
export type Erasure = z.infer<typeof erasureRow>;

const action = actionsOf("person-data");

export const personData = {
  /** Returns everything about one person. No PIN is in clear text, because somebody else may have the same PIN elsewhere. */
  EXPORT: action("EXPORT", { end_user_id: rowId }, { person: personExport }),
  /** Deletes the person, unlinks them from the log and removes every replica from devices. Irreversible. */
  ERASE: action("ERASE", { end_user_id: rowId }, { erasure: erasureRow }),
  /** Lists erasures of the last year and the replicas that devices still hold. */
  ERASURES: action("ERASURES", {}, { erasures: z.array(erasureRow) }),
};
