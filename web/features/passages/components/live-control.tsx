import { Pause, Play } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { LivePill } from "#web/ui/logs/live-pill.tsx";
import { accessLogsTexts } from "../texts/access-logs.sv.ts";

export interface LiveControlProps {
  /** New rows may still come within the period. */
  grows: boolean;
  isPaused: boolean;
  isConnected: boolean;
  setPaused: (isPaused: boolean) => void;
  help: string;
}

/** Shows whether new rows come by themselves, with the button that stops them. */
export function LiveControl({ grows, isPaused, isConnected, setPaused, help }: LiveControlProps) {
  return (
    <>
      <LivePill state={grows ? (isPaused ? "paused" : isConnected ? "live" : "connecting") : "ended"} help={help} />
      <Button
        icon={isPaused ? Play : Pause}
        isDisabled={!grows}
        aria-pressed={isPaused}
        onPress={() => setPaused(!isPaused)}
      >
        {isPaused ? accessLogsTexts.resume : accessLogsTexts.pause}
      </Button>
    </>
  );
}
