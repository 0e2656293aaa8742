// near-miss: a person's answer to a reading that nearly matches a known plate (Oklara skyltar). It opens nothing by itself.
import { actionsOf } from "../define-action.ts";
import { rowId } from "../row-id.ts";

/** `credential_id` may be left out while the caller sees only one candidate. */
const answer = { id: rowId, credential_id: rowId.optional() };

const action = actionsOf("near-miss");

export const nearMiss = {
  /** Makes the reading count as the credential's plate at that gate, from the next read on. */
  LINK: action("LINK", answer, {}),
  /** Corrects a mistyped plate in the portal to the camera's reading. */
  CORRECT: action("CORRECT", answer, {}),
  /** Dismisses the question; without `credential_id`, for all candidates that the caller sees. */
  DISMISS: action("DISMISS", answer, {}),
  /** Undoes a dismissal. */
  RESTORE: action("RESTORE", answer, {}),
};
