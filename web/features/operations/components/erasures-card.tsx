// Lists erasures with what devices still hold, as proof for a person. It is no table, because that would outweigh the rest of the page.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Erasure } from "#contract/functions/person-data.ts";
import { PAGE_SIZE } from "#contract/limits.ts";
import { privacyTexts as t } from "#web/features/people/texts/privacy.sv.ts";
import { formatExact, formatNumber } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { getErasuresQueryOptions } from "../api/get-erasures.ts";

export function ErasuresCard() {
  const { data, isError, refetch } = useQuery(getErasuresQueryOptions());
  const [shown, setShown] = useState(PAGE_SIZE);
  if (isError && !data) return <RetryNote onRetry={refetch}>{t.erasuresFailed}</RetryNote>;
  if (!data) return null;
  return (
    <Card title={t.erasures} note={t.erasuresNote}>
      {data.length === 0 && <p className="text-cell text-ink-2">{t.noErasures}</p>}
      <ul aria-label={t.erasures} className="flex flex-col divide-y divide-line-soft empty:hidden">
        {data.slice(0, shown).map((erasure) => (
          <Row key={erasure.id} erasure={erasure} />
        ))}
      </ul>
      {data.length > shown && (
        <Button className="mt-3" onPress={() => setShown(shown + PAGE_SIZE)}>
          {t.moreErasures(formatNumber(data.length - shown))}
        </Button>
      )}
    </Card>
  );
}

function Row({ erasure }: { erasure: Erasure }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-cell">
      <span className="tabular text-ink">{formatExact(erasure.requested_at)}</span>
      <span className="min-w-0 flex-1 break-words text-ink">{erasure.organization_name ?? t.organizationGone}</span>
      <span className="tabular text-ink-2">{t.passages(formatNumber(erasure.log_rows), erasure.log_rows === 1)}</span>
      <Devices erasure={erasure} />
    </li>
  );
}

function Devices({ erasure: { replicas_remaining, waiting_for, receipts } }: { erasure: Erasure }) {
  if (replicas_remaining > 0) return <Pill tone="remove">{t.waitsFor(waiting_for.join(", "))}</Pill>;
  return receipts > 0 ? <Pill tone="ok">{t.confirmed}</Pill> : <Pill tone="idle">{t.nothingThere}</Pill>;
}
