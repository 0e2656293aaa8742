import { useQuery } from "@tanstack/react-query";
import type { OperationsStatus } from "#contract/functions/operations-status.ts";
import { formatDay, formatExact, formatNumber } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { Note } from "#web/ui/note.tsx";
import { LoadingCard } from "#web/ui/page/loading-card.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { getOperationsStatusQueryOptions } from "../api/get-operations-status.ts";
import { formatAge, formatSize } from "../format-size.ts";
import { operationsTexts as t } from "../texts/operations.sv.ts";
import { FactsCard } from "./facts-card.tsx";

const DAY_MS = 86_400_000;
/** Only a long series of failed renewals leaves this little time. */
const CERTIFICATE_SOON_MS = 14 * DAY_MS;
const DISK_LEFT_SHARE = 0.1;

export function OperationsStatusCards() {
  const { data, isError, refetch } = useQuery(getOperationsStatusQueryOptions());
  if (isError && !data)
    return (
      <Note tone="fail" actions={[{ label: t.retry, onAction: () => void refetch() }]}>
        {t.failed}
      </Note>
    );
  if (!data) return <LoadingCard />;
  return (
    <div className="grid gap-4 lg:grid-cols-2 lg:*:last:col-span-2 xl:grid-cols-3 xl:*:last:col-span-1">
      <PortalCard status={data} />
      <StorageCard status={data} />
      <WorkCard status={data} />
    </div>
  );
}

function PortalCard({
  status: { version, started_at, node, postgres, schema, certificate, tls },
}: {
  status: OperationsStatus;
}) {
  const now = useNow();
  const ends = certificate && Date.parse(certificate.valid_to);
  return (
    <FactsCard
      title={t.portal}
      facts={[
        { name: t.version, value: version },
        { name: t.started, value: formatExact(started_at) },
        { name: t.runtime, value: `${node}, ${postgres}` },
        { name: t.schema, value: String(schema.database) },
        {
          name: t.certificate,
          value: certificate ? t.certificateEnds(certificate.host, formatDay(certificate.valid_to)) : t.noCertificate,
        },
      ]}
    >
      {schema.database > schema.code && (
        <Note tone="fail" className="mt-3">
          {t.schemaNewer(schema.database, schema.code)}
        </Note>
      )}
      {ends !== null && ends - now < CERTIFICATE_SOON_MS && (
        <Note tone="wait" className="mt-3">
          {t.certificateSoon[tls.source]}
        </Note>
      )}
    </FactsCard>
  );
}

function StorageCard({ status: { database_bytes, disk, backup } }: { status: OperationsStatus }) {
  const now = useNow();
  const old = backup === null || now - Date.parse(backup.taken_at) > DAY_MS;
  return (
    <FactsCard
      title={t.storage}
      facts={[
        { name: t.database, value: formatSize(database_bytes) },
        ...(disk ? [{ name: t.disk, value: t.diskOf(formatSize(disk.free), formatSize(disk.total)) }] : []),
        {
          name: t.backup,
          value: backup ? (
            <>
              <RelativeTime value={backup.taken_at} fallback="" always />, {formatSize(backup.bytes)}
            </>
          ) : (
            t.noBackup
          ),
        },
      ]}
    >
      {disk && disk.free < disk.total * DISK_LEFT_SHARE && (
        <Note tone="fail" className="mt-3">
          {t.diskFull}
        </Note>
      )}
      {old && (
        <Note tone="wait" className="mt-3">
          {backup ? `${t.backupOld} ` : ""}
          {t.backupHelp}
        </Note>
      )}
    </FactsCard>
  );
}

function WorkCard({ status: { controllers, workers, replicas, mail } }: { status: OperationsStatus }) {
  const n = formatNumber;
  return (
    <FactsCard
      title={t.work}
      facts={[
        { name: t.controllers, value: t.controllersAre(n(controllers["online"] ?? 0), n(controllers["offline"] ?? 0)) },
        { name: t.workers, value: t.workersOf(n(workers.leased), n(workers.due)) },
        { name: t.replicas, value: t.replicasAre(n(replicas.pending), n(replicas.failed)) },
        {
          name: t.oldestRemoval,
          value: replicas.oldest_removal === null ? t.none : formatAge(replicas.oldest_removal),
        },
        { name: t.mail, value: t.mailAre(n(mail.queued), n(mail.failed_day)) },
      ]}
    >
      {workers.paused && (
        <Note tone="wait" className="mt-3">
          {t.syncPaused}
        </Note>
      )}
      {!mail.configured && (
        <Note tone="wait" className="mt-3">
          {t.mailOff}
        </Note>
      )}
    </FactsCard>
  );
}
