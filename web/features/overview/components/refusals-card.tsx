import { useQuery } from "@tanstack/react-query";
import { Link } from "react-aria-components";
import type { Role } from "#contract/roles.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { passageAddress, refusedSince } from "#web/lib/passages/passage-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { LogTime } from "#web/ui/logs/log-time.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { getRefusalsQueryOptions, type NewestPassage, refusalsSince } from "../api/get-newest-passages.ts";
import { overviewTexts as t } from "../texts/overview.sv.ts";
import { placeOf, reasonOf, Who } from "./passage-parts.tsx";

/** Tells whether the card is loaded or failed. */
export const useRefusalsKnown = (): boolean => !useQuery(getRefusalsQueryOptions(useSignedIn().role)).isLoading;

/** Refusals since yesterday; a press of one opens its explanation. Nothing until they are known. */
export function RefusalsCard() {
  const { role } = useSignedIn();
  const now = useNow();
  const { data, isError, refetch } = useQuery(getRefusalsQueryOptions(role));
  if (!data) return isError ? <RetryNote onRetry={refetch}>{t.refusalsFailed}</RetryNote> : null;
  const total = data.total ?? data.rows.length;
  return (
    <Card
      title={t.refusals}
      note={total > 0 && t.refusalsCount(formatNumber(total), total > 1)}
      flush={total > 0}
      actions={
        <Link
          href={refusedSince(role, refusalsSince(now))}
          className="ring-focus rounded-check text-cell text-accent-ink data-hovered:underline"
        >
          {t.showLog}
        </Link>
      }
    >
      {total === 0 && <p className="text-cell text-ink-2">{t.noRefusals}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" aria-label={t.refusals}>
        {data.rows.map((row) => (
          <li key={row.id} className="border-b border-line-soft last:border-b-0">
            <Line row={row} role={role} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Line({ row, role }: { row: NewestPassage; role: Role }) {
  const why = [placeOf(row), reasonOf(row), row.controllers?.organizations?.name].filter(Boolean).join(" · ");
  return (
    <Link
      href={passageAddress(role, row.id)}
      className="ring-focus flex min-h-14 items-center gap-x-4 px-4 py-2 text-cell -outline-offset-2 data-hovered:bg-hover"
    >
      <span className="min-w-0 flex-1">
        <Who row={row} />
        <span className="line-clamp-2 text-meta text-ink-2" title={why}>
          {why}
        </span>
        <span className="sr-only">{t.showWhy}</span>
      </span>
      <span className="text-ink-2">
        <LogTime value={row.occurred_at} />
      </span>
    </Link>
  );
}
