// Shows the controllers during the first steps, with the first doors; it claims nothing about missing ones.

import { useQuery } from "@tanstack/react-query";
import { Check, CircleMinus, Clock, DoorClosed, type LucideIcon, Server, WifiOff } from "lucide-react";
import { Link } from "react-aria-components";
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { FirstSteps } from "#contract/tables/first-steps.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { cx } from "#web/lib/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { FillLink } from "#web/ui/table/fill-link.tsx";
import { getControllerStatesQueryOptions } from "../api/get-controller-states.ts";
import { firstStepsTexts as t } from "../texts/first-steps.sv.ts";
import { overviewTexts } from "../texts/overview.sv.ts";

const MOST_UNITS = 4;

const LOOKS: Record<ControllerState["state"], { icon: LucideIcon; ink: string }> = {
  online: { icon: Check, ink: "text-ok" },
  offline: { icon: WifiOff, ink: "text-fail" },
  untested: { icon: Clock, ink: "text-ink-3" },
  paused: { icon: CircleMinus, ink: "text-ink-3" },
};

export function FirstControllersCard({ state }: { state: FirstSteps }) {
  const { data: units = [] } = useQuery(getControllerStatesQueryOptions());
  const rest = state.doors - state.shown_doors.length;
  if (state.controllers === 0)
    return (
      <Card title={t.units} flush className="flex flex-col">
        <EmptyState icon={Server} title={t.noUnits} help={t.noUnitsHelp} action={<FillLink by="controller" />} />
      </Card>
    );
  return (
    <Card
      title={t.units}
      flush
      actions={
        <Link
          href="/system-admin/controllers"
          className="ring-focus rounded-check text-cell text-accent-ink data-hovered:underline"
        >
          {overviewTexts.allControllers}
        </Link>
      }
    >
      <ul>
        {units.slice(0, MOST_UNITS).map((unit) => (
          <Unit key={unit.controller_id} unit={asAnswered(unit, state)} hasPeople={state.person !== null} />
        ))}
        {state.shown_doors.map((door) => (
          <li key={door.id} className="flex items-center gap-3 border-t border-line-soft px-4 py-2 text-small">
            <DoorClosed aria-hidden size={16} className="shrink-0 text-ink-2" />
            <span translate="no" className={cx("min-w-0 flex-1 truncate text-ink", !door.named && "font-mono")}>
              {door.door_name?.trim() || door.name}
            </span>
            {!door.named && <span className="shrink-0 text-ink-2">{t.unnamed}</span>}
          </li>
        ))}
        {rest > 0 && (
          <li className="tabular border-t border-line-soft px-4 py-2 text-small text-ink-2">{t.moreDoors(rest)}</li>
        )}
      </ul>
    </Card>
  );
}

function Unit({ unit, hasPeople }: { unit: ControllerState; hasPeople: boolean }) {
  const { icon: Icon, ink } = LOOKS[unit.state];
  return (
    <li className="flex items-start gap-3 not-first:border-t not-first:border-line-soft px-4 py-2.5">
      <Icon aria-hidden size={16} className={cx("mt-0.5 shrink-0", ink)} />
      <span className="min-w-0 flex-1">
        <span title={unit.name} className="block truncate text-body font-strong text-ink">
          {unit.name}
        </span>
        <span className="block text-small text-ink-2">{unitWords(unit, hasPeople)}</span>
      </span>
      {unit.last_contact !== null && (
        <span className="shrink-0 text-small text-ink-2">
          <RelativeTime value={unit.last_contact} />
        </span>
      )}
    </li>
  );
}

/** Returns a state that agrees with the steps, which are fetched more often and stand beside it. */
function asAnswered(unit: ControllerState, { controller }: FirstSteps): ControllerState {
  const answered = controller?.id === unit.controller_id ? controller.answered_at : null;
  return unit.state === "untested" && answered !== null ? { ...unit, state: "online", last_contact: answered } : unit;
}

function unitWords(unit: ControllerState, hasPeople: boolean): string {
  if (unit.state === "paused") return t.switchedOff;
  if (unit.state === "offline") return t.silent;
  if (unit.state === "untested") return DEVICE_KINDS[unit.device_type] === "door" ? t.untested : t.gateUntested;
  if (unit.waiting > 0) return overviewTexts.changesWait(String(unit.waiting), unit.waiting !== 1);
  return hasPeople ? t.answers : t.answersNothing;
}
