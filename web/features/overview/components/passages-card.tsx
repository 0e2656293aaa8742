// Shows the passages. The chart is a lazy chunk with reserved height.
import { useQuery } from "@tanstack/react-query";
import { ChartColumn, Table2 } from "lucide-react";
import { useState } from "react";
import { formatNumber } from "#web/lib/dates.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { Segmented } from "#web/ui/choices/segmented.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { getPassagesQueryOptions } from "../api/get-passages.ts";
import { barName } from "../bar-names.ts";
import { type Bar, type Bucket, bucketsBack, fillBars, joinHalves, sums } from "../buckets.ts";
import { overviewTexts } from "../texts/overview.sv.ts";

const Chart = lazyPart(
  () => import("./passages-chart.tsx"),
  (module) => module.PassagesChart,
);

const PERIODS = [
  { id: "hour", label: overviewTexts.hours24 },
  { id: "day", label: overviewTexts.days30 },
] as const;

export function PassagesCard({ className }: { className?: string }) {
  const [bucket, setBucket] = useState<Bucket>("hour");
  const [asTable, setAsTable] = useState(false);
  const phone = useIsPhone();
  const query = useQuery(getPassagesQueryOptions(bucket));
  const bars = query.data && fillBars(bucketsBack(bucket, query.dataUpdatedAt), query.data);
  const title = bucket === "hour" ? overviewTexts.passagesPerHour : overviewTexts.passagesPerDay;
  return (
    <Card
      title={title}
      note={<Legend bars={bars} />}
      className={className ?? ""}
      actions={
        <>
          <IconButton
            icon={asTable ? ChartColumn : Table2}
            label={asTable ? overviewTexts.asChart : overviewTexts.asTable}
            onPress={() => setAsTable(!asTable)}
          />
          <Segmented label={overviewTexts.chartPeriod} segments={PERIODS} value={bucket} onChange={setBucket} />
        </>
      }
    >
      <div className="h-[160px] sm:h-[240px]">
        {query.isError && !bars && <RetryNote onRetry={query.refetch}>{overviewTexts.passagesFailed}</RetryNote>}
        {bars && asTable && <BarTable bars={bars} bucket={bucket} title={title} />}
        {bars && !asTable && (
          <Chart
            bars={phone && bucket === "hour" ? joinHalves(bars) : bars}
            bucket={bucket}
            name={overviewTexts.chartName(title)}
          />
        )}
      </div>
    </Card>
  );
}

function Legend({ bars }: { bars: readonly Bar[] | undefined }) {
  if (!bars) return null;
  const { granted, denied } = sums(bars);
  return (
    <span className="tabular flex flex-wrap gap-x-4 gap-y-1">
      <Entry swatch="bg-chart-1" word={overviewTexts.granted} count={granted} />
      <Entry swatch="bg-chart-2" word={overviewTexts.denied} count={denied} />
    </span>
  );
}

function Entry({ swatch, word, count }: { swatch: string; word: string; count: number }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={`size-2.5 rounded-[2px] forced-color-adjust-none ${swatch}`} data-ground />
      {word} <b className="font-bold text-ink">{formatNumber(count)}</b>
    </span>
  );
}

function BarTable({ bars, bucket, title }: { bars: readonly Bar[]; bucket: Bucket; title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className="ring-focus h-full overflow-y-auto rounded-chip" tabIndex={0} role="region" aria-label={title}>
      <table className="tabular w-full text-small">
        <thead className="sticky top-0 bg-surface text-ink-3">
          <tr>
            <th scope="col" className="py-1.5 text-left font-medium">
              {bucket === "hour" ? overviewTexts.hour : overviewTexts.day}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {overviewTexts.granted}
            </th>
            <th scope="col" className="py-1.5 pr-2 text-right font-medium">
              {overviewTexts.denied}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map((bar) => (
            <tr key={bar.start.getTime()}>
              <th scope="row" className="border-t border-line-soft py-1.5 text-left font-normal">
                {barName(bar, bucket)}
              </th>
              <td className="border-t border-line-soft py-1.5 text-right">{formatNumber(bar.granted)}</td>
              <td className="border-t border-line-soft py-1.5 pr-2 text-right">{formatNumber(bar.denied)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
