import { CircleSlash, Pause, Radio } from "lucide-react";
import { accessLogsTexts } from "#web/texts/access-logs.ts";
import { Pill } from "#web/ui/pill.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";

export type LiveState = "live" | "paused" | "connecting" | "ended";

const LOOKS = {
  live: { tone: "ok", icon: Radio, word: accessLogsTexts.live, help: accessLogsTexts.liveHelp },
  paused: { tone: "idle", icon: Pause, word: accessLogsTexts.livePaused, help: accessLogsTexts.liveHelp },
  ended: { tone: "idle", icon: CircleSlash, word: accessLogsTexts.notLive, help: accessLogsTexts.notLiveHelp },
} as const;

export function LivePill({ state }: { state: LiveState }) {
  const size = "min-h-control px-2.5 text-cell";
  if (state === "connecting")
    return (
      <Tooltip text={accessLogsTexts.connectingHelp}>
        <span
          className={`inline-flex items-center gap-1.5 rounded-chip bg-wait-soft font-medium text-wait-ink ${size}`}
        >
          <Spinner size={14} />
          {accessLogsTexts.connecting}
        </span>
      </Tooltip>
    );
  const { tone, icon, word, help } = LOOKS[state];
  return (
    <Tooltip text={help}>
      <Pill tone={tone} icon={icon} className={size}>
        {word}
      </Pill>
    </Tooltip>
  );
}
