// first-restore: an empty installation takes a back-up instead of a first system admin, behind the same one-time link. The file comes in
// pieces, so that none lasts longer than a request may.
import { z } from "zod";
import { RESTORE_STEPS, restoreTroubleSchema } from "../restores.ts";

const token = z.string().min(1).max(200);

/** Each piece is one request, so it is smaller than the server's limit for a body. */
export const UPLOAD_PIECE_BYTES = 1024 * 1024;
export const UPLOAD_PIECE_PATH = "/functions/v1/first-restore/piece";

export const firstRestoreRequest = z.object({ token });
export const firstRestoreStatus = z.object({
  success: z.literal(true),
  /** The largest file that is taken. */
  max_bytes: z.number(),
  /** The restore in progress, or the newest failed one. A restore that succeeds ends this link. */
  restore: z
    .object({
      state: z.enum([...RESTORE_STEPS, "failed"]),
      progress: z.number(),
      trouble: restoreTroubleSchema.nullable(),
    })
    .nullable(),
});
export type FirstRestoreStatus = z.infer<typeof firstRestoreStatus>;

/** `offset`: where the piece begins; `size`: of the whole file. */
export const uploadPiece = z.object({
  token,
  offset: z.coerce.number().int().min(0),
  size: z.coerce.number().int().min(1),
});
export const uploadPieceReply = z.object({ success: z.literal(true), received: z.number() });

/** The content of each key file, or the setting in its place. */
const key = z.string().trim().min(1).max(1_000);
export const firstRestoreKeys = z.object({ token, backupKey: key, secretKey: key });
export type FirstRestoreKeys = z.infer<typeof firstRestoreKeys>;

export const firstRestorePreview = z.object({
  success: z.literal(true),
  at: z.string(),
  version: z.string().nullable(),
  people: z.number().int().nullable(),
  doors: z.number().int().nullable(),
  /** The file's schema is older: it is migrated. */
  older: z.boolean(),
});
export type FirstRestorePreview = z.infer<typeof firstRestorePreview>;

export const firstRestoreBegun = z.object({ success: z.literal(true) });
