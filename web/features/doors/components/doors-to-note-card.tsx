import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { Link } from "react-aria-components";
import type { DoorListRow } from "#contract/tables/door-states.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { RetryNote } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { getDoorsToNoteQueryOptions } from "../api/get-doors.ts";
import { byUrgency } from "../describe-door.ts";
import { doorName, happened } from "../door-words.ts";
import { doorsToNoteTexts as t } from "../texts/doors-to-note.sv.ts";
import { DoorPill } from "./door-pill.tsx";

/** Tells whether the card is loaded or failed. */
export const useDoorsToNoteKnown = (): boolean => !useQuery(getDoorsToNoteQueryOptions()).isLoading;

/** Doors that are open, unlocked or in alarm, the most urgent first. Nothing until they are known. */
export function DoorsToNoteCard({ href }: { href: string }) {
  const { data, isError, refetch } = useQuery(getDoorsToNoteQueryOptions());
  const now = useNow();
  if (!data) return isError ? <RetryNote onRetry={refetch}>{t.failed}</RetryNote> : null;
  const rows = byUrgency(data.rows, now);
  const more = (data.total ?? rows.length) - rows.length;
  return (
    <Card
      title={t.title}
      flush={rows.length > 0}
      actions={
        <Link href={href} className="ring-focus rounded-check text-cell text-accent-ink data-hovered:underline">
          {t.showDoors}
        </Link>
      }
    >
      {rows.length === 0 && (
        <p className="flex items-center gap-2 text-cell text-ink-2">
          <Lock aria-hidden size={15} className="shrink-0" />
          {t.none}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" aria-label={t.title}>
        {rows.map((row) => (
          <li key={row.id} className="border-b border-line-soft last:border-b-0">
            <Line row={row} href={href} now={now} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="border-t border-line-soft px-4 py-3 text-small text-ink-2">{t.more(formatNumber(more))}</p>
      )}
    </Card>
  );
}

function Line({ row, href, now }: { row: DoorListRow; href: string; now: number }) {
  return (
    <div className="flex min-h-14 items-center gap-x-4 px-4 py-2 text-cell">
      <div className="min-w-0 flex-1">
        <Link
          href={`${href}?q=${encodeURIComponent(doorName(row))}`}
          className="ring-focus block truncate rounded-chip font-name text-ink data-hovered:underline"
        >
          {doorName(row)}
        </Link>
        <span className="tabular line-clamp-2 text-meta text-ink-2">{happened(row, now)}</span>
      </div>
      <DoorPill row={row} isShort />
    </div>
  );
}
