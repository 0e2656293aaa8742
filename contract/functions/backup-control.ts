// backup-control: back-ups of the installation, for the page Operations. System admins only; no reply has a key.
import { z } from "zod";
import { BACKUP_KINDS, backupTroubleSchema } from "../backups.ts";
import { actionsOf, type ReplyOf } from "../define-action.ts";
import { RESTORE_STEPS, restoreTroubleSchema } from "../restores.ts";
import { rowId } from "../row-id.ts";

const listedBackup = z.object({
  id: z.string(),
  kind: z.enum(BACKUP_KINDS),
  state: z.enum(["queued", "writing", "reading", "done", "failed"]),
  /** Email of the account that asked for the back-up; null: the portal, the console, or an account that is gone. */
  made_by: z.string().nullable(),
  /** Time of the snapshot; for a back-up that is being made or has failed, time of the request. */
  at: z.string(),
  bytes: z.number().nullable(),
  /** When the file was last read back whole; null: never, or the file cannot be read. */
  verified_at: z.string().nullable(),
  /** A server is reading the file back. */
  verifying: z.boolean(),
  trouble: backupTroubleSchema.nullable(),
  /** Share of the file written or read while the back-up is being made. */
  progress: z.number(),
  /** The version of the portal that made the file; null: not read yet. */
  version: z.string().nullable(),
  /** People, and doors with gates, in the file; null: not read yet. */
  people: z.number().int().nullable(),
  doors: z.number().int().nullable(),
  /** The newest migration of its schema. */
  migration: z.number().int().nullable(),
  /** This server has the file. */
  here: z.boolean(),
  file_name: z.string(),
  /** When a copy in S3 was read back; null: there is none. */
  copied_at: z.string().nullable(),
  copy_trouble: backupTroubleSchema.nullable(),
});
export type ListedBackup = z.infer<typeof listedBackup>;

const held = { people: z.number().int().nullable(), doors: z.number().int().nullable() };

const action = actionsOf("backup-control");

export const backupControl = {
  STATUS: action(
    "STATUS",
    {},
    {
      /** Time of day in Stockholm, and the next night; null: no nightly back-ups. */
      nightly: z.object({ at: z.string(), next: z.string() }).nullable(),
      folder: z.string(),
      /** The place in S3 that takes a copy of each back-up; null: none. */
      s3: z.string().nullable(),
      /** The portal's own database is on the folder's disk. */
      same_disk: z.boolean(),
      /** The folder as it is now. */
      trouble: backupTroubleSchema.nullable(),
      /** Files of this installation in the folder. */
      files: z.object({ count: z.number().int(), bytes: z.number() }),
      /** Newest first. */
      backups: z.array(listedBackup),
      /** The restore in progress, or the newest failed one; null: neither. restore-control reports a restore that succeeded. */
      restore: z
        .object({
          state: z.enum([...RESTORE_STEPS, "failed"]),
          progress: z.number(),
          trouble: restoreTroubleSchema.nullable(),
          file_name: z.string(),
          requested_at: z.string(),
        })
        .nullable(),
    },
  ),
  /** Begins a back-up, unless one is being made; `begun` is false then. */
  MAKE: action("MAKE", {}, { begun: z.boolean() }),
  VERIFY: action("VERIFY", { id: rowId }, {}),
  /** Returns a ticket for /functions/v1/backup-file, valid for a minute. Needs a step-up. */
  DOWNLOAD: action("DOWNLOAD", { id: rowId }, { ticket: z.string() }),
  /** Shows the file beside the present state that a restore would replace. Refuses a file that cannot be restored here, as RESTORE does. */
  RESTORE_PREVIEW: action(
    "RESTORE_PREVIEW",
    { id: rowId },
    {
      /** The file itself states these facts. */
      file: z.object({ at: z.string(), version: z.string().nullable(), ...held }),
      now: z.object({ at: z.string(), version: z.string(), ...held }),
      /** The file's schema is older: it is migrated. */
      older: z.boolean(),
    },
  ),
  /** Begins a restore, on the server that answers. Needs a step-up. */
  RESTORE: action("RESTORE", { id: rowId }, {}),
};
export type RestorePreview = ReplyOf<typeof backupControl.RESTORE_PREVIEW>;
export type BackupStatus = ReplyOf<typeof backupControl.STATUS>;

/** The form field that carries the ticket: an address would be in logs and in the browser's history. */
export const BACKUP_FILE_PATH = "/functions/v1/backup-file";
export const backupFileForm = z.object({ ticket: z.string().min(1).max(2_000) });
