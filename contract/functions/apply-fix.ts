// apply-fix: fixes what a passage was refused for, then asks the device, or at a gate the rule by which the portal opens it. The
// same request again saves nothing and answers how far it has come; no PIN is ever in a reply.
import { z } from "zod";
import { onlyAction } from "../define-action.ts";
import { rowId } from "../row-id.ts";
import { pendingDevice } from "./end-user-manager.ts";
import { passageFix, passageFixIdSchema, passageSourceSchema } from "./explain-passage.ts";

const instant = z.iso.datetime({ offset: true });

/** What the save replaced, as its reply gave it: only what still stands is taken back. */
export const fixUndo = z.object({
  credential_id: rowId,
  /** Of `extend` and `begin_now`: both dates, before and after. */
  before: z.object({ valid_from: instant.nullable(), valid_to: instant.nullable() }).optional(),
  after: z.object({ valid_from: instant.nullable(), valid_to: instant.nullable() }).optional(),
});
export type FixUndo = z.infer<typeof fixUndo>;

const request = z.object({
  passage: z.object({ source: passageSourceSchema, id: rowId }),
  fix_id: passageFixIdSchema,
  confirm: z.literal(true),
  /** Takes the fix back instead. */
  undo: fixUndo.optional(),
});
export type ApplyFixRequest = z.infer<typeof request>;

/** Why the device was not asked; `absent`: it does not have the code; `limited`: the account has asked too often this hour. */
export const UNTRIED = ["waiting", "absent", "unreachable", "unsupported", "limited"] as const;
export const untriedSchema = z.enum(UNTRIED);
export type Untried = z.infer<typeof untriedSchema>;

export const fixProgress = z.object({
  id: passageFixIdSchema,
  outcome: z.enum(["applied", "undone"]),
  /** When the portal had it. */
  saved_at: z.string(),
  /** When the controller was read back with it; null: not yet, or a gate that keeps no list. */
  written_at: z.string().nullable(),
  pending: z.array(pendingDevice),
  /** What the device itself answered, in a dry run: nothing moved. `reason`: its own word. Of a gate: what the portal decides for the next reading. */
  tried: z.object({ at: z.string(), granted: z.boolean(), reason: z.string().nullable() }).nullable(),
  untried: untriedSchema.nullable(),
  /** Repairs that are still possible. */
  next: z.array(passageFix),
  undo: fixUndo.nullable(),
});
export type FixProgress = z.infer<typeof fixProgress>;

export const applyFix = onlyAction("apply-fix", request, { fix: fixProgress });
