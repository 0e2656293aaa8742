// examine-controller: asks an Axis controller for the facts that its driver relies on; changes nothing there.
import { z } from "zod";
import { onlyAction, type ReplyOf } from "../define-action.ts";
import { FINDING_LEVELS } from "../field-kit.ts";
import { rowId } from "../row-id.ts";

export const examineController = onlyAction("examine-controller", z.object({ controller_id: rowId }), {
  examined_at: z.string(),
  /** Worst first, in the caller's language. */
  verdict: z.array(z.object({ level: z.enum(FINDING_LEVELS), title: z.string(), sentences: z.array(z.string()) })),
  /** True when an earlier trial left something on the unit; `npm run field-kit -- --clean` removes it. */
  left: z.boolean(),
  /** The transcript of `npm run field-kit`, without names, PINs, account, address and serial. */
  transcript: z.record(z.string(), z.unknown()),
});
export type ExamineControllerReply = ReplyOf<typeof examineController>;
