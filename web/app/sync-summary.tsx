// The top bar's summary of all doors: waiting changes, controllers that are away, or all in step. It links to Synkstatus.
import {
  Check,
  CircleAlert,
  CircleHelp,
  CircleMinus,
  CirclePause,
  Clock,
  type LucideIcon,
  RefreshCw,
  WifiOff,
} from "lucide-react";
import { Fragment } from "react";
import { Link } from "react-aria-components";
import { networkState } from "#web/lib/calls/network-state.ts";
import { type SyncPart, type SyncStanding, syncStanding } from "#web/lib/controllers/sync-standing.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { useSyncSummary } from "#web/lib/frame/frame-figures.ts";
import { useStore } from "#web/lib/store.ts";
import { frameFigureTexts } from "#web/texts/frame-figures.sv.ts";
import { navigationTexts } from "#web/texts/navigation.sv.ts";
import type { Area } from "./navigation.ts";

interface Word {
  text: string;
  icon: LucideIcon;
  tint: string;
}

const PARTS: Record<
  SyncPart["kind"],
  { words: (count: string, isOne: boolean) => string; icon: LucideIcon; tint: string }
> = {
  waiting: { words: frameFigureTexts.waiting, icon: Clock, tint: "text-wait" },
  failed: { words: frameFigureTexts.failed, icon: CircleAlert, tint: "text-fail" },
  away: { words: frameFigureTexts.away, icon: WifiOff, tint: "text-fail" },
  shut: { words: frameFigureTexts.shut, icon: CircleAlert, tint: "text-fail" },
  unreached: { words: frameFigureTexts.unreached, icon: CircleHelp, tint: "text-wait" },
};

export function SyncSummary({ area, wide }: { area: Area; wide: boolean }) {
  const summary = useSyncSummary();
  const { status } = useStore(networkState);
  // Reserves its space on phones, so that its neighbours do not move.
  if (summary === undefined) return wide ? null : <span className="h-icon-h w-icon-w" />;
  const standing = syncStanding(summary, status === "ok");
  const said = wordsOf(standing);
  if (!wide) return <Badge area={area} standing={standing} said={said} />;
  return (
    <Link
      href={area.sync}
      aria-label={said.map(({ text }) => text).join(" · ")}
      className="ring-focus tabular inline-flex items-center gap-1.5 rounded-chip px-1.5 py-1 text-small text-ink data-hovered:bg-hover"
    >
      {said.map(({ text, icon: Icon, tint }, index) => (
        <Fragment key={text}>
          {index > 0 && <span aria-hidden>·</span>}
          <Icon aria-hidden size={15} className={`shrink-0 ${tint}`} />
          {text}
        </Fragment>
      ))}
    </Link>
  );
}

function Badge({ area, standing, said }: { area: Area; standing: SyncStanding; said: readonly Word[] }) {
  const count = standing.kind === "parts" ? standing.parts.reduce((sum, part) => sum + part.count, 0) : 0;
  // A pause without waiting changes has no figure, and must not look as if all were well.
  const isCounted = standing.kind === "all" || count > 0;
  const Icon = isCounted ? RefreshCw : (said[0]?.icon ?? RefreshCw);
  return (
    <Link
      href={area.sync}
      // Screen readers get the visible figure, too.
      aria-label={`${navigationTexts.sync}${count > 0 ? ` ${Math.min(count, 99)}` : ""}: ${said.map(({ text }) => text).join(" · ")}`}
      className="ring-focus relative inline-flex h-icon-h w-icon-w items-center justify-center rounded-chip text-ink-2"
    >
      <Icon aria-hidden size={18} />
      {count > 0 && (
        <span
          aria-hidden
          data-ground
          className="tabular absolute top-0.5 right-0.5 inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-danger px-1 text-floor font-bold text-on-accent"
        >
          {Math.min(count, 99)}
        </span>
      )}
    </Link>
  );
}

function wordsOf(standing: SyncStanding): Word[] {
  switch (standing.kind) {
    case "offline":
      return [{ text: frameFigureTexts.syncOffline, icon: WifiOff, tint: "text-wait" }];
    case "unknown":
      return [{ text: frameFigureTexts.syncUnknown, icon: CircleHelp, tint: "text-ink-2" }];
    case "nothing":
      return [{ text: frameFigureTexts.nothingToSync, icon: CircleMinus, tint: "text-ink-2" }];
    case "all":
      return [{ text: frameFigureTexts.allSynced, icon: Check, tint: "text-ok" }];
    case "parts": {
      const parts = standing.parts.map(({ kind, count }): Word => {
        const { words, icon, tint } = PARTS[kind];
        return { text: words(formatNumber(count), count === 1), icon, tint };
      });
      return standing.paused
        ? [...parts, { text: frameFigureTexts.syncPaused, icon: CirclePause, tint: "text-wait" }]
        : parts;
    }
  }
}
