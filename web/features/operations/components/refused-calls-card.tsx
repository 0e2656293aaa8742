import { useQuery } from "@tanstack/react-query";
import { refusedCallSentence, refusedCallTexts as t } from "#web/features/controllers/texts/refused-calls.sv.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { Card } from "#web/ui/page/card.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { getOperationsStatusQueryOptions } from "../api/get-operations-status.ts";

/** Lists gate calls without a gate's account; hidden where there was none. */
export function RefusedCallsCard() {
  const { data } = useQuery(getOperationsStatusQueryOptions());
  if (!data || data.refused_calls.length === 0) return null;
  return (
    <Card title={t.title}>
      <p className="text-small text-ink-2">{t.note}</p>
      <ul className="mt-3 divide-y divide-line-soft">
        {data.refused_calls.map(({ cause, calls, last_at, address, gate }) => (
          <li key={cause} className="py-2.5 text-small">
            <p className="text-ink">{refusedCallSentence(cause)}</p>
            <p className="tabular mt-0.5 break-words text-ink-2">
              {t.calls(formatNumber(calls), calls !== 1)}, {t.last} <RelativeTime value={last_at} fallback="" always />{" "}
              {[address === null ? "" : t.from(address), gate === null ? "" : t.named(gate)].filter(Boolean).join(" ")}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
