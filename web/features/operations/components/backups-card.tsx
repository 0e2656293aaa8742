// Lists the back-ups, makes one now, and checks or downloads each file.
import { useQuery } from "@tanstack/react-query";
import { Archive, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { BackupStatus } from "#contract/functions/backup-control.ts";
import { ownWord } from "#contract/own-word.ts";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { formatMinute, formatMoment, formatNumber, formatPercent } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { Button } from "#web/ui/button.tsx";
import { Note, RetryNote } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { LoadingCard } from "#web/ui/page/loading-card.tsx";
import { toastDone, toastError, toastFailure } from "#web/ui/toasts/toast.tsx";
import { getBackupsQueryOptions, isUnderWay, useMakeBackup } from "../api/backups.ts";
import { formatSize } from "../format-size.ts";
import { backupsTexts as t } from "../texts/backups.sv.ts";
import { BackupRow } from "./backup-row.tsx";

const FIRST_SHOWN = 5;

export function BackupsCard() {
  const { data, isError, refetch } = useQuery(getBackupsQueryOptions());
  const [shown, setShown] = useState(FIRST_SHOWN);
  if (isError && !data) return <RetryNote onRetry={refetch}>{t.failed}</RetryNote>;
  if (!data) return <LoadingCard />;
  const { nightly, backups } = data;
  return (
    <Card
      flush
      title={t.title}
      note={nightly === null ? t.notNightly : t.nightly(nightly.at)}
      actions={<MakeButton backups={backups} />}
    >
      <Summary status={data} />
      <RestoreGoesOn restore={data.restore} />
      {backups.length === 0 && <p className="px-4 py-3 text-cell text-ink-2">{t.empty}</p>}
      <ul aria-label={t.list} className="divide-y divide-line-soft empty:hidden">
        {backups.slice(0, shown).map((backup) => (
          <BackupRow key={backup.id} backup={backup} isCopied={data.s3 !== null} />
        ))}
      </ul>
      <div className="flex flex-col items-start gap-3 border-t border-line px-4 py-3">
        {backups.length > shown && (
          <Button size="sm" onPress={() => setShown(backups.length)}>
            {t.more(formatNumber(backups.length - shown))}
          </Button>
        )}
        <Notes status={data} />
      </div>
    </Card>
  );
}

function RestoreGoesOn({ restore }: Pick<BackupStatus, "restore">) {
  if (restore === null) return null;
  const { state, trouble, progress } = restore;
  return (
    <div className="border-b border-line px-4 py-3">
      {state === "failed" ? (
        <Note tone="fail">
          {t.notRestored} {ownWord(t.restoreTroubles, trouble ?? "unexpected")}
        </Note>
      ) : (
        <Note tone="wait" role="status">
          {t.restoreSteps[state](formatPercent(progress))} {t.restoreStays}
        </Note>
      )}
    </div>
  );
}

function Notes({ status: { trouble, same_disk, folder, s3 } }: { status: BackupStatus }) {
  return (
    <>
      {trouble !== null && (
        <Note tone="fail" className="w-full">
          {ownWord(t.troubles, trouble)}
        </Note>
      )}
      {same_disk && s3 === null && (
        <Note tone="wait" icon={TriangleAlert} className="w-full break-words">
          {t.sameDisk(folder)}
        </Note>
      )}
      {s3 !== null && <p className="text-small break-words text-ink-2">{t.copies(s3)}</p>}
      <p className="text-small text-ink-2">{t.keys}</p>
    </>
  );
}

function Summary({ status: { nightly, files, backups } }: { status: BackupStatus }) {
  const now = useNow();
  const newest = backups.find(({ verified_at }) => verified_at !== null);
  const facts = [
    [t.newest, newest ? formatMoment(newest.at, now) : t.none],
    [t.next, nightly ? formatMinute(nightly.next) : t.none],
    [t.saved, t.savedAre(formatNumber(files.count), formatSize(files.bytes))],
  ] as const;
  return (
    <dl className="grid grid-cols-3 divide-x divide-line-soft border-b border-line phone:grid-cols-1 phone:divide-x-0 phone:divide-y">
      {facts.map(([name, value]) => (
        <div key={name} className="px-4 py-2.5 phone:flex phone:justify-between phone:gap-4 phone:py-2">
          <dt className="text-small text-ink-2">{name}</dt>
          <dd className="tabular font-name text-cell text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function MakeButton({ backups }: Pick<BackupStatus, "backups">) {
  const make = useMakeBackup();
  const current = backups.find((one) => !one.verifying && isUnderWay(one));
  const watched = useRef<string | null>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (current !== undefined) {
      if (asked.current) watched.current = current.id;
      return;
    }
    const ended = backups.find(({ id }) => id === watched.current);
    if (ended === undefined) return;
    asked.current = false;
    watched.current = null;
    if (ended.trouble === null) toastDone("backup:make", t.made);
    else toastError("backup:make", ownWord(t.troubles, ended.trouble));
  });
  return (
    <>
      <span role="status" className="sr-only">
        {current && t.making}
      </span>
      <Button
        variant="primary"
        icon={Archive}
        busy={make.isPending || current !== undefined}
        onPress={() => {
          asked.current = true;
          reportOutcome(make, undefined, {
            onSuccess: ({ begun }) => {
              if (!begun) toastDone("backup:make", t.already);
            },
            onError: (error) => toastFailure("backup:make", error),
          });
        }}
      >
        {t.make}
      </Button>
    </>
  );
}
