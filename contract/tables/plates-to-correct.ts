// Reply of rpc/plates_to_correct (database/people/plates-to-correct.function.sql).
import { z } from "zod";
import { rowsOf } from "../define-sql-call.ts";

export const platesToCorrect = rowsOf("plates_to_correct", {
  credential_id: z.uuid(),
  plate: z.string(),
  /** `unreadable`: no camera can read it. `shared`: cameras write another stored plate for it. */
  problem: z.enum(["unreadable", "shared"]),
  other_plate: z.string().nullable(),
  end_user_id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  organization_id: z.uuid(),
  organization_name: z.string(),
});
export type PlateToCorrectRow = z.infer<typeof platesToCorrect.row>;
