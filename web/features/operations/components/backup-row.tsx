import { Download, FileCheck } from "lucide-react";
import type { ListedBackup } from "#contract/functions/backup-control.ts";
import { ownWord } from "#contract/own-word.ts";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { formatMinute, formatNumber, formatPercent } from "#web/lib/dates.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { endToasts, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { useDownloadBackup, useVerifyBackup } from "../api/backups.ts";
import { formatSize } from "../format-size.ts";
import { backupsTexts as t } from "../texts/backups.sv.ts";
import { RestoreBackupButton } from "./restore-backup-button.tsx";

export function BackupRow({ backup, isCopied }: { backup: ListedBackup; isCopied: boolean }) {
  const { at, bytes, kind, made_by, version, people, doors, state, here, trouble, copied_at } = backup;
  const isReachable = here || (isCopied && copied_at !== null);
  const about = [
    made_by === null ? t.kinds[kind] : t.by(made_by),
    ...(version === null ? [] : [t.version(version)]),
    ...(people === null || doors === null ? [] : [t.holds(formatNumber(people), formatNumber(doors))]),
  ];
  return (
    <li className="grid grid-cols-[minmax(0,5fr)_minmax(4.5rem,1fr)_minmax(0,6fr)_6.75rem] items-center gap-x-4 gap-y-1 px-4 py-2 text-cell phone:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="tabular font-name text-ink">{formatMinute(at)}</p>
        <p className="text-small break-words text-ink-2">{about.join(" · ")}</p>
      </div>
      <p className="tabular text-right whitespace-nowrap text-ink phone:order-2 phone:col-start-1 phone:text-left phone:text-small phone:text-ink-2">
        {bytes !== null && <span>{formatSize(bytes)}</span>}
      </p>
      <div className="flex min-w-0 flex-col items-start gap-1 phone:order-3 phone:col-span-2">
        <State backup={backup} />
        {trouble !== null && <p className="text-small text-ink-2">{ownWord(t.troubles, trouble)}</p>}
        {state === "done" && !isReachable && <p className="text-small text-ink-2">{t.elsewhere}</p>}
        {state === "done" && isCopied && <Copy backup={backup} />}
      </div>
      <div className="flex justify-end gap-0.5 phone:order-1 phone:row-start-1 phone:col-start-2">
        {state === "done" && isReachable && <Actions backup={backup} />}
      </div>
    </li>
  );
}

function State({ backup: { state, verifying, trouble, verified_at, progress } }: { backup: ListedBackup }) {
  if (state === "queued") return <Pill tone="wait">{t.queued}</Pill>;
  if (state === "writing") return <Pill tone="accent">{t.writing(formatPercent(progress))}</Pill>;
  if (state === "reading" || verifying) return <Pill tone="accent">{t.reading}</Pill>;
  if (trouble !== null) return <Pill tone="fail">{state === "failed" ? t.notMade : t.unreadable}</Pill>;
  if (verified_at === null) return <Pill tone="idle">{t.unverified}</Pill>;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Pill tone="ok">{t.verified}</Pill>
      <span className="tabular text-small text-ink-2">
        <RelativeTime value={verified_at} fallback="" always />
      </span>
    </span>
  );
}

function Copy({ backup: { here, copied_at, copy_trouble, verified_at } }: { backup: ListedBackup }) {
  const text =
    copied_at !== null
      ? here
        ? t.copied
        : t.onlyCopied
      : copy_trouble !== null
        ? `${t.notCopied} ${ownWord(t.troubles, copy_trouble) ?? ""}`
        : here && verified_at !== null
          ? t.copying
          : null;
  return text && <p className="text-small text-ink-2">{text}</p>;
}

function Actions({ backup }: { backup: ListedBackup }) {
  const { id, at, verifying } = backup;
  const download = useDownloadBackup();
  const verify = useVerifyBackup();
  const when = formatMinute(at);
  return (
    <>
      <IconButton
        icon={FileCheck}
        label={t.verifyIt(when)}
        tooltip={t.verify}
        busy={verify.isPending}
        disabledReason={verifying ? t.verifying : undefined}
        onPress={() =>
          reportOutcome(verify, id, {
            onSuccess: () => toastDone(`backup:verify ${id}`, t.verifying),
            onError: (error) => toastFailure(`backup:verify ${id}`, error),
          })
        }
      />
      <IconButton
        icon={Download}
        label={t.downloadIt(when)}
        tooltip={t.download}
        busy={download.isPending}
        onPress={() => {
          endToasts(`backup:download ${id}`);
          reportOutcome(download, id, { onError: (error) => toastFailure(`backup:download ${id}`, error) });
        }}
      />
      <RestoreBackupButton backup={backup} />
    </>
  );
}
