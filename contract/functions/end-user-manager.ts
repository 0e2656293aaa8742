// end-user-manager: one transaction for operations that the specification does in several table calls.
import { z } from "zod";
import { actionsOf, type InputOf, type ReplyOf } from "../define-action.ts";
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

const places = z.array(rowId).max(1000);

const payloadFields = z.object({
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
      access_point_ids: places,
    })
    .refine(hasEndDate, END_DATE_FIELD)
    .optional(),
  vehicle: z
    .object({
      /** plate-problem.ts refuses a bad plate and gives the sentence. */
      plate_number: z
        .string()
        .max(PLATE_TEXT_MAX)
        .overwrite(plainLine)
        .transform((plate) => plate.toUpperCase()),
      vehicle_type: z.string().overwrite(plainLine).min(1).max(VEHICLE_TYPE_MAX_LENGTH),
      validity_period: storedValiditySchema,
      end_date: endDate,
      renew,
      controller_ids: places,
    })
    .refine(hasEndDate, END_DATE_FIELD)
    .optional(),
  /** Access groups. Absent: unchanged. Empty: none. Without a group, each credential has a place of its own. */
  group_ids: z.array(rowId).max(100).optional(),
});
type Places = Pick<z.infer<typeof payloadFields>, "pin" | "vehicle" | "group_ids">;
const isInGroup = ({ group_ids }: Places) => group_ids !== undefined && group_ids.length > 0;

export const endUserPayload = payloadFields
  .refine((payload) => isInGroup(payload) || payload.pin?.access_point_ids.length !== 0, {
    path: ["pin", "access_point_ids"],
  })
  .refine((payload) => isInGroup(payload) || payload.vehicle?.controller_ids.length !== 0, {
    path: ["vehicle", "controller_ids"],
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

/**
 * `sent`, `queued`: as MAIL_PIN. `repeated`: an earlier call has mailed it for this import, and it is not mailed again. `refused`: nothing
 * was sent to this person, with a sentence.
 */
const importedPinMail = z.discriminatedUnion("outcome", [
  z.object({ end_user_id: rowId, outcome: z.enum(["sent", "queued", "repeated"]) }),
  z.object({ end_user_id: rowId, outcome: z.literal("refused"), code: z.string(), error: z.string() }),
]);
export type ImportedPinMail = z.infer<typeof importedPinMail>;

/** Work that a device has not confirmed when the function answers. */
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

/** `pending` is not a failure: the change is saved and the controller workers retry it. */
export const carried = { state: z.enum(["synced", "pending"]), pending: z.array(pendingDevice) };

const saved = {
  end_user_id: rowId,
  ...carried,
  generated_pin: z.string().optional(),
  /** Doors whose readers limit the generated PIN to its length; empty when the PIN has the portal's usual length. */
  limited_by: z.array(z.string()).default([]),
};

/** The outcome for one person: a refusal affects nobody else. */
const personOutcome = z.object({
  end_user_id: rowId,
  /** Null: done. */
  refused: z.object({ code: z.string(), error: z.string() }).nullable(),
  /** Credentials that were switched. */
  credential_ids: z.array(rowId),
});
export type PersonOutcome = z.infer<typeof personOutcome>;

const changedPeople = { outcomes: z.array(personOutcome), ...carried };

/** `enough`: more than its period is left. `endless`: it has no end. `refused`: with a sentence. */
const extensionResult = z.discriminatedUnion("outcome", [
  extension.extend({ outcome: z.literal("extended") }),
  z.object({ outcome: z.enum(["enough", "endless", "gone"]), credential_id: rowId }),
  z.object({ outcome: z.literal("refused"), credential_id: rowId, error: z.string() }),
]);
export type ExtendResult = z.infer<typeof extensionResult>;

/** `changed`: somebody set another end meanwhile, which stays. */
const undoneExtension = z.object({ credential_id: rowId, outcome: z.enum(["restored", "changed"]) });
export type UndoneExtension = z.infer<typeof undoneExtension>;

const action = actionsOf("end-user-manager");

export const endUserManager = {
  CREATE: action("CREATE", { payload: endUserPayload }, saved),
  UPDATE: action(
    "UPDATE",
    {
      id: rowId,
      payload: endUserPayload,
      /** The person's `updated_at` when the form opened; another value answers `changed_by_other`. */
      seen_at: z.string().optional(),
      /** The person's access when the form opened (contract/access-seen.ts); other access answers `changed_by_other`. */
      seen_access: z.array(z.string().max(100)).max(10_000).optional(),
    },
    saved,
  ),
  DELETE: action("DELETE", { id: rowId }, { end_user_id: rowId, ...carried }),
  /** Answers one result per credential. */
  EXTEND: action(
    "EXTEND",
    { credential_ids: z.array(rowId).min(1).max(EXTENSIONS_MAX) },
    { results: z.array(extensionResult) },
  ),
  UNDO_EXTEND: action(
    "UNDO_EXTEND",
    { extensions: z.array(extension).min(1).max(EXTENSIONS_MAX) },
    { results: z.array(undoneExtension) },
  ),
  DELETE_MANY: action("DELETE_MANY", { ids: many }, changedPeople),
  /** Undoes DELETE and DELETE_MANY for the account that called them, within a minute; answers one outcome per person. */
  UNDO_DELETE: action("UNDO_DELETE", { ids: many }, changedPeople),
  SWITCH_MANY: action(
    "SWITCH_MANY",
    {
      ids: many,
      enabled: z.boolean(),
      /** Limits the operation to these credentials: an undo switches on only what its operation switched off. */
      credential_ids: z
        .array(rowId)
        .max(BULK_PEOPLE_MAX * PIN_QUOTAS.person)
        .optional(),
    },
    changedPeople,
  ),
  REVEAL_PIN: action("REVEAL_PIN", { credential_id: rowId }, { pin: z.string() }),
  /** Mails the PIN to the person's own address; costs one reveal. */
  MAIL_PIN: action("MAIL_PIN", { credential_id: rowId }, { mail: mailStateSchema }),
  /**
   * Mails the PINs of people whom an import of the last day added and nobody has changed since, each to the person's own address and once
   * for the import.
   */
  MAIL_IMPORTED_PINS: action(
    "MAIL_IMPORTED_PINS",
    { import_id: rowId, ids: many },
    { results: z.array(importedPinMail) },
  ),
  /** Answers as a save of this PIN would, at the same cost. `credential_id`: the edited PIN, whose own value counts as free. */
  CHECK_PIN: action(
    "CHECK_PIN",
    {
      organization_id: rowId,
      pin: z.string().regex(PIN_PATTERN),
      access_point_ids: z.array(rowId).min(1).max(1000),
      credential_id: rowId.optional(),
    },
    {},
  ),
  SUGGEST_PIN: action(
    "SUGGEST_PIN",
    { access_point_ids: z.array(rowId).max(1000) },
    {
      pin: z.string(),
      /** Doors whose readers limit the PIN to its length; empty when the PIN has the portal's usual length. */
      limited_by: z.array(z.string()).default([]),
    },
  ),
};
export type SavedEndUser = Omit<z.input<typeof endUserManager.CREATE.reply>, "success">;
export type ChangedPeople = Omit<ReplyOf<typeof endUserManager.DELETE_MANY>, "success">;
export type SwitchPeople = InputOf<typeof endUserManager.SWITCH_MANY>;
export type CheckPinRequest = InputOf<typeof endUserManager.CHECK_PIN>;
