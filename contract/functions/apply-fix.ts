// apply-fix: fixes the cause of a refused passage, then asks the device or, at a gate, the portal's own rule. A repeated request saves
// nothing and reports progress; no reply has a PIN.
import { z } from "zod";
import { onlyAction } from "../define-action.ts";
import { rowId } from "../row-id.ts";
import { pendingDevice } from "./end-user-manager.ts";
import { passageFix, passageFixIdSchema, passageSourceSchema } from "./explain-passage.ts";

const instant = z.iso.datetime({ offset: true });

/** The state before the fix, from its reply. Only changes that still stand are undone. */
export const fixUndo = z.object({
  credential_id: rowId,
  /** For `extend` and `begin_now`: both dates, before and after. */
  before: z.object({ valid_from: instant.nullable(), valid_to: instant.nullable() }).optional(),
  after: z.object({ valid_from: instant.nullable(), valid_to: instant.nullable() }).optional(),
});
export type FixUndo = z.infer<typeof fixUndo>;

const request = z.object({
  passage: z.object({ source: passageSourceSchema, id: rowId }),
  fix_id: passageFixIdSchema,
  confirm: z.literal(true),
  /** Undoes the fix instead. */
  undo: fixUndo.optional(),
});
export type ApplyFixRequest = z.infer<typeof request>;

/** Why the device was not asked. `absent`: it does not have the code. `limited`: the account has asked too often this hour. */
export const UNTRIED = ["waiting", "absent", "unreachable", "unsupported", "limited"] as const;
export const untriedSchema = z.enum(UNTRIED);
export type Untried = z.infer<typeof untriedSchema>;

export const fixProgress = z.object({
  id: passageFixIdSchema,
  outcome: z.enum(["applied", "undone"]),
  /** When the portal saved the fix. */
  saved_at: z.string(),
  /** When a read-back showed the fix on the controller. Null: not yet, or a gate that keeps no list. */
  written_at: z.string().nullable(),
  pending: z.array(pendingDevice),
  /** The device's answer to a dry run; nothing moved. `reason`: its own word. At a gate: the portal's decision for the next reading. */
  tried: z.object({ at: z.string(), granted: z.boolean(), reason: z.string().nullable() }).nullable(),
  untried: untriedSchema.nullable(),
  /** Fixes that are still possible. */
  next: z.array(passageFix),
  undo: fixUndo.nullable(),
});
export type FixProgress = z.infer<typeof fixProgress>;

export const applyFix = onlyAction("apply-fix", request, { fix: fixProgress });
