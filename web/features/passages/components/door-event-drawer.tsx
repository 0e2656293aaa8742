import type { ReactNode } from "react";
import { wasClockWrong } from "#contract/door-events.ts";
import type { DoorEventListRow } from "#contract/tables/door-events.ts";
import { formatExact } from "#web/lib/dates.ts";
import { controllerName, doorName, whoOf } from "#web/lib/passages/event-names.ts";
import { words } from "#web/texts/words.sv.ts";
import { Drawer } from "#web/ui/dialogs/drawer.tsx";
import { doorLogTexts as t } from "../texts/door-log.sv.ts";
import { useFix } from "../use-fix.ts";
import { CopyPassageLink } from "./copy-passage-link.tsx";
import { Details } from "./details.tsx";
import { EventPill, isLate, whyOf } from "./door-event-cells.tsx";
import { DrawerFoot } from "./drawer-foot.tsx";
import { PassageExplanation } from "./passage-explanation.tsx";
import { PassageFix } from "./passage-fix.tsx";
import { RequestId } from "./request-id.tsx";

export interface DoorEventDrawerProps {
  row: DoorEventListRow;
  onClose: () => void;
}

export function DoorEventDrawer({ row, onClose }: DoorEventDrawerProps) {
  const fix = useFix("door", row.id);
  const person = row.credentials?.end_users;
  const place = {
    source: "door",
    who: person?.first_name ?? t.unknownPerson,
    door: doorName(row),
    controller: controllerName(row),
  } as const;
  return (
    <Drawer
      side="right"
      isOpen
      onClose={onClose}
      title={titleOf(row)}
      footer={
        person && <DrawerFoot source="door" id={row.id} isExplained={row.kind === "access"} person={person} fix={fix} />
      }
    >
      <div className="mb-5 flex flex-wrap items-center gap-x-2.5 gap-y-1 phone:mb-3.5">
        <EventPill row={row} />
        <span className="tabular text-small text-ink-2">
          {formatExact(row.occurred_at)} · {doorName(row)}, {controllerName(row)}
        </span>
      </div>
      {row.kind === "access" ? (
        <PassageExplanation source="door" id={row.id} names={{ who: person?.first_name ?? null, door: doorName(row) }}>
          {(explanation) => <PassageFix explanation={explanation} place={place} state={fix} />}
        </PassageExplanation>
      ) : (
        whyOf(row) !== "" && <p className="text-body text-ink">{whyOf(row)}</p>
      )}
      <CopyPassageLink id={row.id} />
      <Details>
        <dl className="mt-2 flex flex-col gap-2.5">
          <Fact name={t.deviceAnswer}>{row.device_reason ?? words.none}</Fact>
          <Fact name={t.deviceTime}>
            {formatExact(row.device_time)}
            {wasClockWrong(row) && ` (${t.clockWasWrongHelp})`}
          </Fact>
          <Fact name={t.readAt}>
            {formatExact(row.received_at)}
            {isLate(row) && ` (${t.late})`}
          </Fact>
        </dl>
        {row.kind === "access" && <RequestId source="door" id={row.id} />}
      </Details>
    </Drawer>
  );
}

function titleOf(row: DoorEventListRow): string {
  if (row.kind !== "access") return t.kinds[row.kind];
  if (row.reason === "unknown_code") return t.unknownTried(doorName(row));
  const who = row.credentials?.end_users?.first_name ?? whoOf(row) ?? t.unknownPerson;
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
