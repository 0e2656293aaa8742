import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { BACKUP_FILE_PATH, type BackupStatus, backupControl } from "#contract/functions/backup-control.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

const KEY = ["operations", "backups"] as const;
/** Poll interval while a back-up is written or read; otherwise only the night makes one. */
const BUSY_MS = 2_000;
const QUIET_MS = 60_000;

export const isUnderWay = ({ state, verifying }: BackupStatus["backups"][number]): boolean =>
  verifying || state === "queued" || state === "writing" || state === "reading";

const isBusy = ({ backups, restore }: BackupStatus): boolean =>
  backups.some(isUnderWay) || (restore !== null && restore.state !== "failed");

export function getBackupsQueryOptions() {
  return queryOptions<BackupStatus>({
    queryKey: KEY,
    refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? BUSY_MS : QUIET_MS),
    queryFn: ({ signal }) => callAction(backupControl.STATUS, {}, { signal }),
  });
}

function useRefreshed() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["operations"] });
}

/** Queues a back-up; the answer comes before it is made. */
export function useMakeBackup() {
  const onSettled = useRefreshed();
  return useMutation({ mutationFn: () => callAction(backupControl.MAKE, {}), onSettled });
}

/** Queues the check of a file; the answer comes before it is read. */
export function useVerifyBackup() {
  const onSettled = useRefreshed();
  return useMutation({ mutationFn: (id: string) => callAction(backupControl.VERIFY, { id }), onSettled });
}

/** Reads what the file holds and what it would replace. Changes nothing. */
export function usePreviewRestore() {
  return useMutation({ mutationFn: (id: string) => callAction(backupControl.RESTORE_PREVIEW, { id }) });
}

/** Queues a restore, after a step-up. The portal starts anew when it is done. */
export function useRestoreBackup() {
  const onSettled = useRefreshed();
  return useMutation({
    mutationFn: (id: string) => withStepUp("restore_backup", () => callAction(backupControl.RESTORE, { id })),
    onSettled,
  });
}

/** Lets the browser download the file: it may be larger than the page's memory. */
export function useDownloadBackup() {
  return useMutation({
    mutationFn: async (id: string) => {
      const { ticket } = await withStepUp("download_backup", () => callAction(backupControl.DOWNLOAD, { id }));
      postForm(BACKUP_FILE_PATH, "ticket", ticket);
    },
  });
}

function postForm(address: string, name: string, value: string): void {
  const form = document.createElement("form");
  const field = document.createElement("input");
  Object.assign(form, { method: "post", action: address, hidden: true });
  Object.assign(field, { type: "hidden", name, value });
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}
