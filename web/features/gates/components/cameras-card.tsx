// Shows how the cameras read, beside their unclear readings; hidden where none has read anything.
import { useQuery } from "@tanstack/react-query";
import { CircleHelp, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { cx } from "#web/lib/cx.ts";
import { formatDayOfMonth, formatNamedMoment, formatNumber, formatPercent } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { Button } from "#web/ui/button.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { getCamerasQueryOptions } from "../api/get-cameras.ts";
import { type CameraRow, cameraRows } from "../camera-list.ts";

import { nearMissesTexts as t } from "../texts/near-misses.sv.ts";

/** Further cameras are behind a button: worse or unknown ones come first. */
const SHOWN = 8;
/** Per cent of a bar of full height; a week without trouble stays flat. */
const FULL_PERCENT = 12;
const BAR_PX = 24;
const PLACE = "min-[80rem]:w-[280px] min-[80rem]:shrink-0";

export function CamerasCard() {
  const { data, isError, error, refetch } = useQuery(getCamerasQueryOptions());
  const now = useNow();
  const [all, setAll] = useState(false);
  if (isError && !data)
    return (
      <RetryNote className={PLACE} onRetry={refetch}>
        {t.camerasFailed}. {error.message}
      </RetryNote>
    );
  const rows = cameraRows(data ?? [], now);
  if (rows.length === 0) return null;
  return (
    <Card title={t.cameras} note={t.camerasNote} flush className={PLACE}>
      <ul aria-label={t.cameras}>
        {(all ? rows : rows.slice(0, SHOWN)).map((row) => (
          <li key={row.gateId} className="border-t border-line px-4 py-3 first:border-t-0">
            <CameraItem row={row} now={now} />
          </li>
        ))}
      </ul>
      {!all && rows.length > SHOWN && (
        <div className="border-t border-line p-2">
          <Button variant="ghost" size="sm" wide onPress={() => setAll(true)}>
            {t.allCameras(formatNumber(rows.length))}
          </Button>
        </div>
      )}
    </Card>
  );
}

function CameraItem({ row, now }: { row: CameraRow; now: number }) {
  const { gate, state, unknown, since, unread, unclear, lastReadAt, bars } = row;
  return (
    <>
      <div className="flex items-start gap-2">
        <h3 className="min-w-0 flex-1 text-body font-strong break-words text-ink">{gate}</h3>
        <StatePill state={state} />
      </div>
      {state === "unknown" ? (
        <p className="mt-1 text-small text-ink-2">
          {unknown === "few" || lastReadAt === null ? t.fewReadings : t.silentSince(formatNamedMoment(lastReadAt, now))}
        </p>
      ) : (
        <div className="mt-1 flex items-end gap-3">
          <p className="tabular min-w-0 flex-1 text-small text-ink-2">
            {t.shares(formatPercent(unread / 100), formatPercent(unclear / 100))}
          </p>
          <Bars bars={bars} isWorse={state === "worse"} />
        </div>
      )}
      {state === "worse" && since !== null && (
        <p className="mt-1.5 text-small text-ink">{t.worseSince(formatDayOfMonth(since))}</p>
      )}
    </>
  );
}

function StatePill({ state }: { state: CameraRow["state"] }) {
  if (state === "unknown")
    return (
      <span className="inline-flex min-h-[22px] shrink-0 items-center gap-1.5 rounded-chip border border-dashed border-field px-1.5 text-meta font-medium text-ink-2">
        <CircleHelp aria-hidden size={13} strokeWidth={2.25} className="shrink-0" />
        {t.cameraStates.unknown}
      </span>
    );
  return state === "worse" ? (
    <Pill tone="wait" icon={TriangleAlert}>
      {t.cameraStates.worse}
    </Pill>
  ) : (
    <Pill tone="ok">{t.cameraStates.good}</Pill>
  );
}

/** Draws each day's share; only decoration, because the figures say the same. */
function Bars({ bars, isWorse }: { bars: readonly number[]; isWorse: boolean }) {
  const days = bars.map((percent, at) => ({
    at,
    height: Math.max(2, Math.round((Math.min(percent, FULL_PERCENT) / FULL_PERCENT) * BAR_PX)),
  }));
  return (
    <span aria-hidden className="flex h-6 shrink-0 items-end gap-0.5">
      {days.map(({ at, height }) => (
        <span
          key={at}
          style={{ height }}
          className={cx("w-2 rounded-t-[1px] forced-colors:bg-[CanvasText]", isWorse ? "bg-wait" : "bg-accent")}
        />
      ))}
    </span>
  );
}
