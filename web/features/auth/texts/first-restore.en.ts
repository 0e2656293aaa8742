import { englishRestoreTroubles } from "#contract/restores.ts";
import type { firstRestoreTexts } from "./first-restore.sv.ts";

export const firstRestore: typeof firstRestoreTexts = {
  title: "Restore a back-up",
  subtitle:
    "The portal is empty. It gets everything that the file holds, and you sign in with your account from there.",
  file: "Back-up",
  choose: "Choose a file",
  chooseOther: "Choose another file",
  fileRequired: "Choose the file of the back-up",
  backupKey: "Key of the file",
  backupKeyHint:
    "The content of backup.key in the old portal's data folder, or PORTAL_BACKUP_KEY. It should be kept apart from the back-ups.",
  backupKeyRequired: "Give the key of the file",
  secretKey: "Key of the PINs",
  secretKeyHint:
    "The content of secret.key in the old portal's data folder, or PORTAL_SECRET_KEY. If there are several: the latest first, with a space between them.",
  secretKeyRequired: "Give the key of the PINs",
  read: "Read the file",
  reading: "Reading the file...",
  uploading: "Uploading",
  unit: "MB",
  stop: "Cancel",
  makeAdmin: "Make an administrator instead",

  holdsTitle: "Restore this one?",
  holds: "The file holds",
  taken: "Made",
  version: "Version",
  people: "People",
  doors: "Doors and gates",
  unknown: "Unknown",
  consequences: [
    "The portal restarts. You sign in with an account of the back-up.",
    "Nothing is sent to doors and no gate opens until a system administrator has continued under Operations.",
    "The portal's keys are replaced by those that you have given.",
  ],
  older: "The file is of an older version and is updated.",
  restore: "Restore",
  begins: "Beginning...",
  back: "Back",

  goesOn: "The back-up is being restored",
  goesOnHelp: "Do not stop the server. If it is interrupted the portal is empty as before, and you can try again.",
  steps: {
    queued: "Waiting its turn",
    checking: "Reading the whole file",
    saving: "Preparing",
    loading: (share) => `Loading, ${share}`,
    replacing: "Replacing the database",
  },
  notRestored: "Nothing was restored.",
  troubles: englishRestoreTroubles,
  done: "The back-up is restored",
  doneHelp:
    "Sign in with your account of the back-up. Then continue under Operations, so that doors and gates follow the portal again.",
  toLogin: "To the sign-in page",
};
