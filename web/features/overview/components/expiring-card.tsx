import { useQuery } from "@tanstack/react-query";
import { differenceInCalendarDays } from "date-fns";
import { CalendarCheck, KeyRound } from "lucide-react";
import { Link } from "react-aria-components";
import { inStockholm } from "#contract/stockholm.ts";
import { formatLongDay, formatNumber } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { overviewTexts } from "#web/texts/overview.ts";
import { words } from "#web/texts/words.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { PlateChip } from "#web/ui/plate-chip.tsx";
import { SkeletonBar, useSkeletonTime } from "#web/ui/skeleton.tsx";
import { type ExpiringRow, getExpiringQueryOptions } from "../api/get-expiring.ts";

export function ExpiringCard({ organizationId }: { organizationId: string | null }) {
  const query = useQuery(getExpiringQueryOptions(organizationId));
  const skeleton = useSkeletonTime(query.isPending);
  const rows = query.data?.rows ?? [];
  const total = query.data?.total ?? rows.length;
  return (
    <Card
      title={overviewTexts.expiring}
      note={total > 0 && overviewTexts.expiringCount(formatNumber(total), total > 1)}
      flush
    >
      {query.isError && !query.data && (
        <RetryNote className="m-4" onRetry={query.refetch}>
          {overviewTexts.expiringFailed}
        </RetryNote>
      )}
      {query.isPending && (
        <div aria-busy className="flex min-h-56 flex-col gap-8 px-4 py-6">
          {skeleton && ["w-2/5", "w-3/5", "w-1/2"].map((width) => <SkeletonBar key={width} className={width} />)}
        </div>
      )}
      {query.data && rows.length === 0 && (
        <EmptyState icon={CalendarCheck} title={overviewTexts.noneExpire} help={overviewTexts.noneExpireHelp} />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" aria-label={overviewTexts.expiring}>
        {rows.map((row) => (
          <li key={row.id} className="border-b border-line-soft last:border-b-0">
            <Line row={row} />
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="border-t border-line-soft px-4 py-3 text-small text-ink-2">
          {overviewTexts.expiringMore(formatNumber(total - rows.length))}
        </p>
      )}
    </Card>
  );
}

function Line({ row }: { row: ExpiringRow }) {
  const person = `${row.end_users.first_name} ${row.end_users.last_name}`;
  return (
    <Link
      href={`/org-admin/end-users?person=${row.end_users.id}`}
      className="ring-focus group grid min-h-14 grid-cols-[1fr_auto_auto] items-center gap-x-4 gap-y-1 px-4 py-2 text-cell -outline-offset-2 transition-colors duration-100 data-hovered:bg-hover sm:grid-cols-[1fr_11rem_10rem_auto]"
    >
      <span className="truncate font-name text-ink" title={person}>
        <span className="sr-only">{overviewTexts.extend} </span>
        {person}
      </span>
      <span className="phone:order-3 phone:col-span-2">
        {row.credential_type === "pin" ? (
          <span className="inline-flex items-center gap-1.5 text-ink-2">
            <KeyRound aria-hidden size={15} />
            {words.pin}
          </span>
        ) : (
          <PlateChip plate={row.credential_value} />
        )}
      </span>
      <span className="text-right sm:text-left">
        <span className="tabular block text-ink">{formatLongDay(row.valid_to)}</span>
        <Left validTo={row.valid_to} />
      </span>
      <span aria-hidden className="font-strong text-accent-ink group-data-hovered:underline">
        {overviewTexts.extend}
      </span>
    </Link>
  );
}

/** Only "Går ut i dag" is urgent. */
function Left({ validTo }: { validTo: string }) {
  const now = useNow();
  const days = differenceInCalendarDays(inStockholm(new Date(validTo)), inStockholm(new Date(now)));
  if (days <= 0) return <span className="block text-meta font-medium text-wait-ink">{overviewTexts.expiresToday}</span>;
  return (
    <span className="tabular block text-meta text-ink-2">
      {days === 1 ? overviewTexts.expiresTomorrow : overviewTexts.expiresIn(formatNumber(days))}
    </span>
  );
}
