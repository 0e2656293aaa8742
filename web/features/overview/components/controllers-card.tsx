import { useQuery } from "@tanstack/react-query";
import { Check, Clock, Minus, Server, WifiOff } from "lucide-react";
import { Link, TooltipTrigger } from "react-aria-components";
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { SkeletonBar } from "#web/ui/skeleton.tsx";
import { TooltipBubble } from "#web/ui/tooltip.tsx";
import { getControllerStatesQueryOptions } from "../api/get-controller-states.ts";
import { shownUnits, troubled, type UnitState, unitState } from "../controller-grid.ts";
import { overviewTexts } from "../texts/overview.sv.ts";

const HREF = "/system-admin/controllers";
const SYNC_HREF = "/system-admin/sync";
const MOST_TROUBLED = 2;

const LOOKS = {
  online: { icon: Check, ground: "bg-ok-soft text-ok-ink" },
  working: { icon: Clock, ground: "bg-wait-soft text-wait-ink inset-ring inset-ring-wait" },
  offline: { icon: WifiOff, ground: "bg-danger text-on-accent" },
  paused: { icon: Minus, ground: "bg-idle-soft text-idle-ink" },
  untested: { icon: Minus, ground: "bg-idle-soft text-idle-ink" },
} satisfies Record<UnitState, object>;

export function ControllersCard({ className }: { className?: string }) {
  const query = useQuery(getControllerStatesQueryOptions());
  const units = query.data;
  return (
    <Card
      title={overviewTexts.controllers}
      flush
      className={`flex flex-col ${className ?? ""} *:first:border-b-0 *:first:pb-0`}
      actions={
        <Link href={HREF} className="ring-focus rounded-check text-cell text-accent-ink data-hovered:underline">
          {overviewTexts.allControllers}
        </Link>
      }
    >
      {query.isError && !units && (
        <RetryNote className="m-4" onRetry={query.refetch}>
          {overviewTexts.unitsFailed}
        </RetryNote>
      )}
      {!units && !query.isError && <SkeletonBar className="m-4 w-3/5" />}
      {units && units.length === 0 && (
        <EmptyState
          icon={Server}
          title={overviewTexts.noControllers}
          action={<ButtonLink href={HREF}>{overviewTexts.addController}</ButtonLink>}
        />
      )}
      {units && units.length > 0 && <Units units={units} />}
    </Card>
  );
}

function Units({ units }: { units: readonly ControllerState[] }) {
  const { shown, hidden } = shownUnits(units);
  const trouble = troubled(units);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul role="list" aria-label={overviewTexts.controllers} className="flex flex-wrap px-[13px] pt-1">
        {shown.map((unit) => (
          <li key={unit.controller_id}>
            <Unit unit={unit} />
          </li>
        ))}
      </ul>
      <p className="tabular flex flex-wrap gap-x-4 gap-y-1 px-4 pt-2 pb-3.5 text-cell text-ink-2">
        <Sum units={units} state="online" word={overviewTexts.inState.online} always />
        <Sum units={units} state="offline" word={overviewTexts.inState.offline} />
        <Sum units={units} state="untested" word={overviewTexts.inState.untested} />
        <Sum units={units} state="paused" word={overviewTexts.inState.paused} />
        {hidden > 0 && <span>{overviewTexts.onlyTroubled(formatNumber(hidden))}</span>}
      </p>
      {trouble.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- as above
        <ul role="list">
          {trouble.slice(0, MOST_TROUBLED).map((unit) => (
            <li key={unit.controller_id}>
              <Trouble unit={unit} />
            </li>
          ))}
          {trouble.length > MOST_TROUBLED && (
            <li className="border-t border-line px-4 py-2.5">
              <Link
                href={SYNC_HREF}
                className="ring-focus rounded-check text-cell text-accent-ink data-hovered:underline"
              >
                {overviewTexts.moreUnits(formatNumber(trouble.length - MOST_TROUBLED))}
              </Link>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

function Unit({ unit }: { unit: ControllerState }) {
  const state = unitState(unit);
  const { icon: Icon, ground } = LOOKS[state];
  const name = overviewTexts.unitName(unit.name, overviewTexts.state[state]);
  return (
    <TooltipTrigger delay={200} closeDelay={0}>
      <Link
        href={state === "online" ? HREF : SYNC_HREF}
        aria-label={name}
        className="ring-focus flex size-6 items-center justify-center rounded-chip -outline-offset-1 coarse:size-9"
      >
        <span data-ground className={`flex size-[18px] items-center justify-center rounded-plate ${ground}`}>
          <Icon aria-hidden size={12} strokeWidth={2.25} />
        </span>
      </Link>
      <TooltipBubble>{name}</TooltipBubble>
    </TooltipTrigger>
  );
}

function Sum({
  units,
  state,
  word,
  always,
}: {
  units: readonly ControllerState[];
  state: ControllerState["state"];
  word: (isOne: boolean) => string;
  always?: boolean;
}) {
  const count = units.filter((unit) => unit.state === state).length;
  if (count === 0 && !always) return null;
  return (
    <span className="whitespace-nowrap">
      <b className="font-bold text-ink">{formatNumber(count)}</b> {word(count === 1)}
    </span>
  );
}

function Trouble({ unit }: { unit: ControllerState }) {
  const offline = unit.state === "offline";
  const Icon = offline ? WifiOff : Clock;
  return (
    <Link
      href={SYNC_HREF}
      className="ring-focus flex items-start gap-2.5 border-t border-line px-4 py-3 -outline-offset-2 transition-colors duration-100 data-hovered:bg-hover"
    >
      <Icon aria-hidden size={16} className={`mt-0.5 shrink-0 ${offline ? "text-fail" : "text-wait"}`} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <span translate="no" className="min-w-0 flex-1 truncate text-body font-name text-ink">
            {unit.name}
          </span>
          {unit.last_contact && (
            <span className="text-small text-ink-2">
              <RelativeTime value={unit.last_contact} />
            </span>
          )}
        </span>
        <span className="mt-0.5 block text-small text-ink-2">{troubleWords(unit)}</span>
      </span>
    </Link>
  );
}

function troubleWords({ device_type, state, last_error, waiting }: ControllerState): string {
  const count = formatNumber(waiting);
  if (state !== "offline") return overviewTexts.changesRun(count, waiting > 1);
  if (DEVICE_KINDS[device_type] === "gate" && last_error === "macro_refused") return overviewTexts.gateFailed;
  return waiting > 0
    ? `${overviewTexts.notAnswering} ${overviewTexts.changesWait(count, waiting > 1)}`
    : overviewTexts.notAnswering;
}
