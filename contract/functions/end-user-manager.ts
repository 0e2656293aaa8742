// end-user-manager: one transaction for operations that the specification does in several table calls.
import { z } from "zod";
import { outdatedSchema } from "../devices.ts";
import { BULK_PEOPLE_MAX, NAME_MAX_LENGTH, PIN_QUOTAS, VEHICLE_TYPE_MAX_LENGTH } from "../limits.ts";
import { mailStateSchema } from "../mail-state.ts";
import { ofPersonFields, personFields } from "../person-fields.ts";
import { PIN_PATTERN } from "../pin.ts";
import { plainLine } from "../plain-line.ts";
import { rowId } from "../row-id.ts";
import { storedValiditySchema } from "../validity.ts";

/** Longer than any plate, so that two plates in one field are refused as such. */
const PLATE_TEXT_MAX = 200;

/** Restarts an unchanged period from now. Never implied: correcting a name must not reopen doors. */
const renew = z.boolean().optional();

/** The last day of a `custom` validity, in Stockholm; the stored day keeps both dates. */
const endDate = z.iso.date().optional();
const hasEndDate = (block: { validity_period: string; end_date?: string | undefined }) =>
  (block.validity_period === "custom") === (block.end_date !== undefined);
const END_DATE_FIELD = { path: ["end_date"] };

const personName = z.string().overwrite(plainLine).min(1).max(NAME_MAX_LENGTH);

export const endUserPayload = z.object({
  organization_id: rowId,
  first_name: personName,
  last_name: personName,
  /** Absent: unchanged. Empty: none. */
  ...ofPersonFields((field) => z.union([z.literal(""), personFields[field].schema]).optional()),
  pin: z
    .object({
      value: z.string().regex(PIN_PATTERN).optional(),
      validity_period: storedValiditySchema,
      end_date: endDate,
      renew,
      access_point_ids: z.array(rowId).min(1).max(1000),
    })
    .refine(hasEndDate, END_DATE_FIELD)
    .optional(),
  vehicle: z
    .object({
      /** plate-problem.ts refuses it and gives the sentence. */
      plate_number: z
        .string()
        .max(PLATE_TEXT_MAX)
        .overwrite(plainLine)
        .transform((plate) => plate.toUpperCase()),
      vehicle_type: z.string().overwrite(plainLine).min(1).max(VEHICLE_TYPE_MAX_LENGTH),
      validity_period: storedValiditySchema,
      end_date: endDate,
      renew,
      controller_ids: z.array(rowId).min(1).max(1000),
    })
    .refine(hasEndDate, END_DATE_FIELD)
    .optional(),
});
export type EndUserPayload = z.infer<typeof endUserPayload>;

/** Number of credentials in one EXTEND. */
export const EXTENSIONS_MAX = 200;

const instant = z.iso.datetime({ offset: true });

/** The window that an extension replaced, from its reply; `valid_to` is the new end. */
const extension = z.object({
  credential_id: rowId,
  valid_to: instant,
  before: z.object({ valid_from: instant.nullable(), valid_to: instant }),
});
export type Extension = z.infer<typeof extension>;

const many = z.array(rowId).min(1).max(BULK_PEOPLE_MAX);

/** Answers as a save of this PIN would, at the same cost. `credential_id`: the edited PIN, whose own value counts as free. */
const checkPinRequest = z.object({
  action: z.literal("CHECK_PIN"),
  organization_id: rowId,
  pin: z.string().regex(PIN_PATTERN),
  access_point_ids: z.array(rowId).min(1).max(1000),
  credential_id: rowId.optional(),
});
export type CheckPinRequest = z.infer<typeof checkPinRequest>;

/** `seen_at`: the person's `updated_at` when the form opened; another value answers `changed_by_other`. */
export const endUserManagerRequest = z.discriminatedUnion("action", [
  z.object({ action: z.literal("CREATE"), payload: endUserPayload }),
  z.object({ action: z.literal("UPDATE"), id: rowId, payload: endUserPayload, seen_at: z.string().optional() }),
  z.object({ action: z.literal("DELETE"), id: rowId }),
  z.object({ action: z.literal("EXTEND"), credential_ids: z.array(rowId).min(1).max(EXTENSIONS_MAX) }),
  z.object({ action: z.literal("UNDO_EXTEND"), extensions: z.array(extension).min(1).max(EXTENSIONS_MAX) }),
  z.object({ action: z.literal("DELETE_MANY"), ids: many }),
  z.object({
    action: z.literal("SWITCH_MANY"),
    ids: many,
    enabled: z.boolean(),
    /** Limits the operation to these credentials: an undo switches on only what its operation switched off. */
    credential_ids: z
      .array(rowId)
      .max(BULK_PEOPLE_MAX * PIN_QUOTAS.person)
      .optional(),
  }),
  z.object({ action: z.literal("REVEAL_PIN"), credential_id: rowId }),
  /** Mails the PIN to the person's own address; costs one reveal. */
  z.object({ action: z.literal("MAIL_PIN"), credential_id: rowId }),
  checkPinRequest,
  z.object({ action: z.literal("SUGGEST_PIN"), access_point_ids: z.array(rowId).max(1000) }),
]);
export type EndUserManagerRequest = z.infer<typeof endUserManagerRequest>;

/** A change that a device has not yet made when the function answers. */
export const pendingDevice = z.object({
  controller_id: rowId,
  controller_name: z.string(),
  /** The credential source. The confirming receipt in sync_receipts has this source and `generation`. */
  source_id: rowId,
  generation: z.number(),
  operation: z.enum(["grant", "removal"]),
  error: z.string().nullable(),
  /** Access that the device may still give until then, although the portal has taken it away. */
  outdated: z.array(outdatedSchema),
  /** True for a plate on a gate's own list, false for a PIN. */
  plate: z.boolean(),
});
export type PendingDevice = z.infer<typeof pendingDevice>;

export const saveEndUserReply = z.object({
  success: z.literal(true),
  end_user_id: rowId,
  state: z.enum(["synced", "pending"]),
  pending: z.array(pendingDevice),
  generated_pin: z.string().optional(),
  /** Doors whose readers take no longer PIN than the generated one; empty when the PIN has the portal's usual length. */
  limited_by: z.array(z.string()).default([]),
});
export type SaveEndUserReply = z.infer<typeof saveEndUserReply>;

/** The outcome for one person: a refusal affects nobody else. */
export const personOutcome = z.object({
  end_user_id: rowId,
  /** Null: done. */
  refused: z.object({ code: z.string(), error: z.string() }).nullable(),
  /** Credentials that were switched. */
  credential_ids: z.array(rowId),
});
export type PersonOutcome = z.infer<typeof personOutcome>;

export const bulkPeopleReply = z.object({
  success: z.literal(true),
  outcomes: z.array(personOutcome),
  state: z.enum(["synced", "pending"]),
  pending: z.array(pendingDevice),
});
export type BulkPeopleReply = z.infer<typeof bulkPeopleReply>;

export const revealPinReply = z.object({ success: z.literal(true), pin: z.string() });
export const checkPinReply = z.object({ success: z.literal(true) });
export const suggestPinReply = z.object({
  success: z.literal(true),
  pin: z.string(),
  /** Doors whose readers take no longer PIN; empty when the PIN has the portal's usual length. */
  limited_by: z.array(z.string()).default([]),
});
export type SuggestPinReply = z.infer<typeof suggestPinReply>;

/** One entry per credential. `enough`: more than its period is left. `endless`: it has no end. `refused`: with a sentence. */
export const extendReply = z.object({
  success: z.literal(true),
  results: z.array(
    z.discriminatedUnion("outcome", [
      extension.extend({ outcome: z.literal("extended") }),
      z.object({ outcome: z.enum(["enough", "endless", "gone"]), credential_id: rowId }),
      z.object({ outcome: z.literal("refused"), credential_id: rowId, error: z.string() }),
    ]),
  ),
});
export type ExtendReply = z.infer<typeof extendReply>;
export type ExtendResult = ExtendReply["results"][number];

/** `changed`: somebody set another end meanwhile, which stays. */
export const undoExtendReply = z.object({
  success: z.literal(true),
  results: z.array(z.object({ credential_id: rowId, outcome: z.enum(["restored", "changed"]) })),
});

export const mailPinReply = z.object({ success: z.literal(true), mail: mailStateSchema });
