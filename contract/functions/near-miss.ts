// near-miss: what a person says of a reading that nearly matches a known plate (Oklara skyltar). It opens nothing by itself.
import { actionsOf } from "../define-action.ts";
import { rowId } from "../row-id.ts";

/** `credential_id` may be left out while the caller sees one candidate only. */
const answer = { id: rowId, credential_id: rowId.optional() };

const action = actionsOf("near-miss");

export const nearMiss = {
  /** The reading counts as the credential's plate at that gate, from the next read on. */
  LINK: action("LINK", answer, {}),
  /** The plate in the portal was mistyped: it becomes what the camera read. */
  CORRECT: action("CORRECT", answer, {}),
  /** Not asked again; without `credential_id`, about none of the candidates that the caller sees. */
  DISMISS: action("DISMISS", answer, {}),
  /** Takes a dismissal back. */
  RESTORE: action("RESTORE", answer, {}),
};
