// Shows whether a list updates itself.
import { CircleSlash, Pause, Radio } from "lucide-react";
import { networkState } from "#web/lib/calls/network-state.ts";
import { useStore } from "#web/lib/store.ts";
import { liveTexts as t } from "#web/texts/live.sv.ts";
import { Pill } from "#web/ui/pill.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";

export type LiveState = "live" | "paused" | "connecting" | "ended";

const LOOKS = {
  live: { tone: "ok", icon: Radio },
  paused: { tone: "idle", icon: Pause },
  ended: { tone: "idle", icon: CircleSlash },
} as const;

/** Shows the pill. `help`: what arrives automatically. */
export function LivePill({ state, help }: { state: LiveState; help: string }) {
  const network = useStore(networkState);
  const size = "min-h-control px-2.5 text-cell";
  // A websocket may notice only half a minute later that the server is gone.
  if (state === "connecting" || (state === "live" && network.status === "lost"))
    return (
      <Tooltip text={t.connectingHelp}>
        <span
          data-ground
          className={`inline-flex items-center gap-1.5 rounded-chip bg-wait-soft font-medium text-wait-ink ${size}`}
        >
          <Spinner size={14} />
          {t.connecting}
        </span>
      </Tooltip>
    );
  const { tone, icon } = LOOKS[state];
  return (
    <Tooltip text={state === "ended" ? t.endedHelp : help}>
      <Pill tone={tone} icon={icon} className={size}>
        {t[state]}
      </Pill>
    </Tooltip>
  );
}
