import { useQuery } from "@tanstack/react-query";
import { DEVICE_KINDS } from "#contract/devices.ts";
import { ownWord } from "#contract/own-word.ts";
import { formatMoment, formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { Pill } from "#web/ui/pill.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { SyncPill } from "#web/ui/sync-pill.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { getControllerSyncsQueryOptions } from "../api/get-controller-syncs.ts";
import type { ListedController } from "../api/get-controllers.ts";
import type { ControllerSync } from "../controller-sync-state.ts";
import { controllersTexts as t } from "../texts/controllers.sv.ts";

/** Shows the state. A gate whose server keeps no list has no pill: the portal decides there, and the device stores nothing. */
export function ControllerSyncCell({ controller }: { controller: ListedController }) {
  const isGate = DEVICE_KINDS[controller.device_type] === "gate";
  return (
    <span className="flex flex-col items-start gap-0.5">
      {hasPill(controller) && <State controller={controller} />}
      <span className="text-small text-ink-2">
        {isGate && controller.last_sync !== null && `${t.answered} `}
        <RelativeTime value={controller.last_sync} fallback={t.never} always />
      </span>
    </span>
  );
}

/** Tells whether there is a pill; the switch already shows that a gate is off. */
function hasPill({ device_type, list_sync, enabled }: ListedController): boolean {
  return DEVICE_KINDS[device_type] === "door" || (list_sync && enabled);
}

function State({ controller }: { controller: ListedController }) {
  const { data: sync } = useQuery({
    ...getControllerSyncsQueryOptions(),
    select: (syncs: Map<string, ControllerSync>) => syncs.get(controller.id),
  });
  if (!controller.enabled)
    return (
      <Tooltip text={t.pausedTip}>
        <Pill tone="idle">{words.paused}</Pill>
      </Tooltip>
    );
  if (!sync) return <span aria-hidden className="h-[22px]" />;
  return (
    <SyncPill
      state={sync.state}
      of={controller.name}
      detail={detail(sync)}
      tooltip={tooltip(sync)}
      href="/system-admin/sync"
    />
  );
}

function detail(sync: ControllerSync): string | undefined {
  if (sync.error !== null) return ownWord(t.causes, sync.error);
  return sync.count > 0 ? formatNumber(sync.count) : undefined;
}

function tooltip(sync: ControllerSync): string {
  const next = sync.nextTryAt === null ? null : formatMoment(sync.nextTryAt, Date.now());
  const sentences = [
    sync.error !== null && sync.failingSince !== null && next !== null
      ? t.failedSince(formatMoment(sync.failingSince, Date.now()), next)
      : null,
    sync.count > 0 ? t.waitingOnIt(formatNumber(sync.count), sync.count === 1) : null,
    sync.error !== null && sync.failingSince === null && next !== null ? t.nextTry(next) : null,
    sync.lastFullAt === null ? t.notYetRead : t.lastRead(formatMoment(sync.lastFullAt, Date.now())),
  ];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}
