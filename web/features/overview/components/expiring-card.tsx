import { useQuery } from "@tanstack/react-query";
import { differenceInCalendarDays } from "date-fns";
import { CalendarCheck, CalendarPlus, KeyRound } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Link } from "react-aria-components";
import { formatPlate } from "#contract/format-plate.ts";
import { inStockholm } from "#contract/stockholm.ts";
import { formatLongDay, formatNumber } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { useExtendCredentials } from "#web/lib/people/extend-credentials.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { PlateChip } from "#web/ui/credentials/plate-chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { rowNamesApart } from "#web/ui/row-name.ts";
import { SkeletonBar, useSkeletonTime } from "#web/ui/skeleton.tsx";
import { FillLink } from "#web/ui/table/fill-link.tsx";
import { endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import { type ExpiringRow, getExpiringQueryOptions } from "../api/get-expiring.ts";
import { type ExpiringPerson, peopleOf } from "../expiring-people.ts";
import { reportExtension } from "../extension-outcome.ts";
import { overviewTexts } from "../texts/overview.sv.ts";

export function ExpiringCard({ organizationId }: { organizationId: string | null }) {
  const query = useDeferredValue(useQuery(getExpiringQueryOptions(organizationId)));
  const skeleton = useSkeletonTime(query.isPending);
  const rows = query.data?.rows ?? [];
  const total = query.data?.total ?? rows.length;
  const people = peopleOf(rows);
  const nameOf = rowNamesApart(people, { rowName: personOf, rowDetail: what });
  return (
    <Card
      title={overviewTexts.expiring}
      note={total > 0 && overviewTexts.expiringCount(formatNumber(total), total > 1)}
      actions={
        <Link
          href="/org-admin/end-users?validity=expired"
          className="ring-focus rounded-check text-cell text-accent-ink data-hovered:underline"
        >
          {overviewTexts.expired}
        </Link>
      }
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
        <EmptyState
          icon={CalendarCheck}
          title={overviewTexts.noneExpire}
          help={overviewTexts.noneExpireHelp}
          action={<FillLink by="person" />}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" aria-label={overviewTexts.expiring}>
        {people.map((rowsOfOne) => (
          <li key={rowsOfOne[0].id} className="border-b border-line-soft last:border-b-0">
            <Line rows={rowsOfOne} name={nameOf(rowsOfOne)} />
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

const personOf = ([{ end_users }]: ExpiringPerson) => `${end_users.first_name} ${end_users.last_name}`;

const what = (rows: ExpiringPerson) => rows.map(credentialOf).join(", ");

function credentialOf({ credential_type, credential_value }: ExpiringRow): string {
  return credential_type === "pin" ? words.pin : formatPlate(credential_value);
}

/** Shows a person with all that ends and the first end. `name` tells people of one name apart. */
function Line({ rows, name }: { rows: ExpiringPerson; name: string }) {
  const { extend, undo } = useExtendCredentials();
  const [busy, setBusy] = useState(false);
  const [first] = rows;
  const person = personOf(rows);
  const act = `person:extend ${first.end_users.id}` as const;
  async function onExtend(): Promise<void> {
    setBusy(true);
    endToasts(act);
    try {
      const { results } = await extend(rows.map(({ id }) => id));
      reportExtension({ act, person, results, undo });
    } catch (error) {
      toastFailure(act, error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2 text-cell sm:grid-cols-[1fr_14rem_10rem_auto]">
      <Link
        translate="no"
        href={`/org-admin/end-users?person=${first.end_users.id}`}
        className="ring-focus truncate rounded-chip font-name text-ink data-hovered:underline"
      >
        <span title={person}>{person}</span>
      </Link>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 phone:order-3">
        {rows.map((row) =>
          row.credential_type === "pin" ? (
            <span key={row.id} className="inline-flex items-center gap-1.5 text-ink-2">
              <KeyRound aria-hidden size={15} />
              {words.pin}
            </span>
          ) : (
            <PlateChip key={row.id} plate={row.credential_value} />
          ),
        )}
      </span>
      <span className="text-right sm:text-left">
        <span className="tabular block text-ink">{formatLongDay(first.valid_to)}</span>
        <Left validTo={first.valid_to} />
      </span>
      <Button
        size="sm"
        icon={CalendarPlus}
        aria-label={overviewTexts.extendOf(name)}
        busy={busy}
        className="phone:order-4"
        onPress={() => void onExtend()}
      >
        {overviewTexts.extend}
      </Button>
    </div>
  );
}

/** Shows the time left; only "Går ut i dag" is urgent. */
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
