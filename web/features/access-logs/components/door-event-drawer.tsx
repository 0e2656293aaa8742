import { useQuery } from "@tanstack/react-query";
import { Undo2, User } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import type { DoorEventListRow } from "#contract/tables/door-events.ts";
import { formatExact } from "#web/lib/dates.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { PEOPLE_OF_ROLE } from "#web/lib/people-address.ts";
import { useSignedIn } from "#web/lib/session.ts";
import { doorLogTexts as t } from "#web/texts/door-log.ts";
import { passageFixTexts as fixTexts } from "#web/texts/passage-fix.ts";
import { words } from "#web/texts/words.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { getExplanationQueryOptions } from "../api/explain-passage.ts";
import { type FixState, useFix } from "../use-fix.ts";
import { controllerName, doorName, EventPill, isLate, whoOf, whyOf } from "./door-log-columns.tsx";
import { PassageExplanation } from "./passage-explanation.tsx";
import { FixButton, offeredFix, PassageFix } from "./passage-fix.tsx";

export interface DoorEventDrawerProps {
  row: DoorEventListRow;
  onClose: () => void;
  /** To the next row of the list, or the one before: Alt and an arrow. */
  onStep: (by: 1 | -1) => void;
}

export function DoorEventDrawer({ row, onClose, onStep }: DoorEventDrawerProps) {
  const fix = useFix(row.id);
  useSteps(onStep);
  const person = row.credentials?.end_users;
  const place = {
    who: person?.first_name ?? t.unknownPerson,
    door: doorName(row),
    controller: controllerName(row),
  };
  return (
    <Drawer
      side="right"
      isOpen
      onClose={onClose}
      title={titleOf(row)}
      footer={person && <DrawerFoot row={row} fix={fix} />}
    >
      <div className="mb-5 flex flex-wrap items-center gap-x-2.5 gap-y-1 phone:mb-3.5">
        <EventPill row={row} />
        <span className="tabular text-small text-ink-2">
          {formatExact(row.occurred_at)} · {doorName(row)}, {controllerName(row)}
        </span>
      </div>
      {row.kind === "access" ? (
        <PassageExplanation source="door" id={row.id}>
          {(explanation) => <PassageFix explanation={explanation} place={place} state={fix} />}
        </PassageExplanation>
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

function useSteps(onStep: (by: 1 | -1) => void): void {
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
      event.preventDefault();
      onStep(event.key === "ArrowDown" ? 1 : -1);
    };
    window.addEventListener("keydown", step);
    return () => window.removeEventListener("keydown", step);
  }, [onStep]);
}

/** On a phone the button of the fix is the foot, until it is pressed. */
function DrawerFoot({ row, fix }: { row: DoorEventListRow; fix: FixState }) {
  const isPhone = useIsPhone();
  const { role } = useSignedIn();
  const { data } = useQuery({ ...getExplanationQueryOptions("door", row.id), enabled: row.kind === "access" });
  const person = row.credentials?.end_users;
  const offered = data && isPhone ? offeredFix(data, fix) : null;
  if (offered) return <FixButton fix={offered} state={fix} wide />;
  if (!person) return null;
  return (
    <div className="flex justify-end gap-2">
      {fix.canUndo && (
        <Button icon={Undo2} busy={fix.isUndoing} busyLabel={fixTexts.undoing} onPress={fix.takeBack}>
          {fixTexts.undo}
        </Button>
      )}
      <ButtonLink
        href={`${PEOPLE_OF_ROLE[role]}?person=${person.id}`}
        icon={User}
        className={isPhone ? "flex-1" : "min-w-0 shrink"}
      >
        {fixTexts.openPerson(isPhone ? person.first_name : `${person.first_name} ${person.last_name}`)}
      </ButtonLink>
    </div>
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
