import { backupControl as contract } from "#contract/functions/backup-control.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { readBackupStatus } from "./backup-status.ts";
import { orderBackup, orderDownload, orderVerification } from "./order-backup.ts";
import { orderRestore, previewRestore } from "./order-restore.ts";

export const backupControl = defineFunction({
  contract,
  role: "system_admin",
  actions: {
    STATUS: action(contract.STATUS, readBackupStatus),
    MAKE: action(contract.MAKE, orderBackup),
    VERIFY: action(contract.VERIFY, orderVerification),
    DOWNLOAD: action(contract.DOWNLOAD, orderDownload),
    RESTORE_PREVIEW: action(contract.RESTORE_PREVIEW, previewRestore),
    RESTORE: action(contract.RESTORE, orderRestore),
  },
});
