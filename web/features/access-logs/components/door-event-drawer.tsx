import type { ReactNode } from "react";
import type { DoorEventListRow } from "#contract/tables/door-events.ts";
import { formatExact } from "#web/lib/dates.ts";
import { doorLogTexts as t } from "#web/texts/door-log.ts";
import { words } from "#web/texts/words.ts";
import { Drawer } from "#web/ui/drawer.tsx";
import { controllerName, doorName, EventPill, isLate, whoOf, whyOf } from "./door-log-columns.tsx";
import { PassageExplanation } from "./passage-explanation.tsx";

export function DoorEventDrawer({ row, onClose }: { row: DoorEventListRow; onClose: () => void }) {
  return (
    <Drawer side="right" isOpen onClose={onClose} title={titleOf(row)}>
      <div className="mb-5 flex flex-wrap items-center gap-2.5">
        <EventPill row={row} />
        <span className="tabular text-small text-ink-2">
          {formatExact(row.occurred_at)} · {doorName(row)}, {controllerName(row)}
        </span>
      </div>
      {row.kind === "access" ? (
        <PassageExplanation id={row.id} />
      ) : (
        whyOf(row) !== "" && <p className="text-body text-ink">{whyOf(row)}</p>
      )}
      <details className="mt-6 text-small">
        <summary className="ring-focus cursor-pointer rounded-check text-ink-2">{t.details}</summary>
        <dl className="mt-2 flex flex-col gap-2.5">
          <Fact name={t.deviceAnswer}>{row.device_reason ?? words.none}</Fact>
          <Fact name={t.deviceTime}>{formatExact(row.device_time)}</Fact>
          <Fact name={t.readAt}>
            {formatExact(row.received_at)}
            {isLate(row) && ` (${t.late})`}
          </Fact>
        </dl>
      </details>
    </Drawer>
  );
}

function titleOf(row: DoorEventListRow): string {
  if (row.kind !== "access") return t.kinds[row.kind];
  if (row.reason === "unknown_code") return t.unknownTried(doorName(row));
  const who = whoOf(row) ?? t.unknownPerson;
  return row.granted ? t.cameIn(who, doorName(row)) : t.didNotComeIn(who, doorName(row));
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-3">{name}</dt>
      <dd className="tabular mt-0.5 break-words text-ink">{children}</dd>
    </div>
  );
}
