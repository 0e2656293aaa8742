import type { PassingRow } from "#contract/tables/who-may-pass.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { PlateChip } from "#web/ui/credentials/plate-chip.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import { whoTexts as t } from "../texts/who.sv.ts";
import { reasonWords, sourceWords, untilWords, whereName, whoName } from "../who-words.ts";

const column = tableColumns<PassingRow>();

const rest = column.columns([
  column.display({
    id: "why",
    header: t.why,
    cell: ({ row }) => <Why row={row.original} />,
    meta: { cardWide: true },
  }),
  column.display({
    id: "until",
    header: t.until,
    cell: ({ row }) => <span className="tabular text-ink-2">{untilWords(row.original)}</span>,
    meta: { cardLabel: t.until, rank: 2, width: "w-44" },
  }),
  column.display({
    id: "device",
    header: t.device,
    cell: ({ row }) => <Device row={row.original} />,
    meta: { cardLabel: t.device, width: "w-[28%]" },
  }),
]);

/** Columns of a place's people. */
export const whoColumns = column.columns([
  column.display({
    id: "who",
    header: t.who,
    cell: ({ row }) => <Who row={row.original} />,
    meta: { card: "title", width: "w-[28%]" },
  }),
  ...rest,
]);

/** Columns of a person's places. */
export const whereColumns = column.columns([
  column.display({
    id: "where",
    header: t.where,
    cell: ({ row: { original } }) => (
      <Named name={whereName(original)} plate={original.plate}>
        {original.access_point_id === null ? "" : original.controller_name}
      </Named>
    ),
    meta: { card: "title", width: "w-[28%]" },
  }),
  ...rest,
]);

/** Shows somebody with the apartment, and for system admins the organisation. */
function Who({ row }: { row: PassingRow }) {
  const { role } = useSignedIn();
  const organization = role === "system_admin" && row.organization_name;
  return (
    <Named name={whoName(row)} plate={row.plate}>
      {[row.apartment, organization].filter(Boolean).join(" · ")}
    </Named>
  );
}

function Named({ name, plate, children }: { name: string; plate: string | null; children: string | null }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <span translate="no" className="min-w-0 font-name text-ink">
        {name}
      </span>
      {plate !== null && <PlateChip plate={plate} />}
      {children && (
        <span translate="no" className="min-w-0 text-small text-ink-2">
          {children}
        </span>
      )}
    </span>
  );
}

function Why({ row }: { row: PassingRow }) {
  const [source, reason] = [sourceWords(row), reasonWords(row)];
  return (
    <span className="flex flex-col">
      {reason && <span className="text-ink">{reason}</span>}
      {source && <span className={reason ? "text-small text-ink-2" : "text-ink"}>{source}</span>}
    </span>
  );
}

function Device({ row: { device, synced_at: at } }: { row: PassingRow }) {
  if (device === null) return <span className="text-ink-2">{t.portalDecides}</span>;
  if (device === "later") return <span className="text-ink-2">{t.later}</span>;
  if (device === "synced")
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Pill tone="ok">{t.confirmed}</Pill>
        {at !== null && (
          <span className="text-small text-ink-2">
            <RelativeTime value={at} always />
          </span>
        )}
      </span>
    );
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Pill tone={device === "failed" ? "fail" : "wait"}>{device === "failed" ? t.failing : t.waits}</Pill>
      <span className="text-small text-ink-2">
        {at === null ? (
          t.neverConfirmed
        ) : (
          <>
            {t.lastConfirmed} <RelativeTime value={at} always />
          </>
        )}
      </span>
    </span>
  );
}
