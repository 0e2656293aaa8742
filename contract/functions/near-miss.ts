// near-miss: what a person says of a reading that nearly matches a known plate (Oklara skyltar). It opens nothing by itself.
import { z } from "zod";
import { rowId } from "../row-id.ts";

/** `credential_id` may be left out while the caller sees one candidate only. */
const answer = { id: rowId, credential_id: rowId.optional() };

export const nearMissRequest = z.discriminatedUnion("action", [
  /** The reading counts as the credential's plate at that gate, from the next read on. */
  z.object({ action: z.literal("LINK"), ...answer }),
  /** The plate in the portal was mistyped: it becomes what the camera read. */
  z.object({ action: z.literal("CORRECT"), ...answer }),
  /** Not asked again; without `credential_id`, about none of the candidates that the caller sees. */
  z.object({ action: z.literal("DISMISS"), ...answer }),
  /** Takes a dismissal back. */
  z.object({ action: z.literal("RESTORE"), ...answer }),
]);
export type NearMissRequest = z.infer<typeof nearMissRequest>;

export const nearMissReply = z.object({ success: z.literal(true) });
