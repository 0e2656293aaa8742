// Reports that the server does not answer and that typed text is kept: after three seconds without contact, at once when the browser itself
// is offline.
import { Check, WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { browserIsOffline, followBrowser, networkState } from "#web/lib/calls/network-state.ts";
import { useStore } from "#web/lib/store.ts";
import { frameTexts } from "#web/texts/frame.sv.ts";

const SHOW_AFTER_MS = 3_000;
const BACK_SHOWN_MS = 2_000;

/** Shows a bar over the top of the page, so that nothing moves. `className` places it where there is no top bar. */
export function ConnectionBar({ className = "top-full" }: { className?: string }) {
  const state = useStore(networkState);
  const phase = useConnectionPhase();

  return (
    <div role="status" className={`absolute inset-x-0 z-[70] ${className}`}>
      {phase === "lost" && (
        <div
          data-ground
          className="flex min-h-9 items-center gap-2.5 bg-wait-soft px-4 py-1.5 text-small text-wait-ink sm:px-6"
        >
          <WifiOff aria-hidden size={16} className="shrink-0" />
          <span className="min-w-0 flex-1">{frameTexts.noContact}</span>
          <span aria-hidden className="tabular shrink-0">
            {state.status === "lost" && <NextTry at={state.nextTryAt} />}
          </span>
        </div>
      )}
      {phase === "back" && (
        <div
          data-ground
          className="flex min-h-9 items-center gap-2.5 bg-ok-soft px-4 py-1.5 text-small text-ok-ink sm:px-6"
        >
          <Check aria-hidden size={16} className="shrink-0" />
          {frameTexts.contactBack}
        </div>
      )}
    </div>
  );
}

/** Returns "lost" once contact is certainly lost, "back" for two seconds when it returns. */
function useConnectionPhase(): "quiet" | "lost" | "back" {
  const [phase, setPhase] = useState<"quiet" | "lost" | "back">("quiet");
  useEffect(followBrowser, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lost = false;
    const follow = () => {
      const nowLost = networkState.get().status === "lost";
      if (nowLost && browserIsOffline()) {
        lost = true;
        clearTimeout(timer);
        setPhase("lost");
        return;
      }
      if (nowLost === lost) return;
      lost = nowLost;
      clearTimeout(timer);
      if (lost) timer = setTimeout(() => setPhase("lost"), SHOW_AFTER_MS);
      else {
        setPhase((before) => (before === "lost" ? "back" : "quiet"));
        timer = setTimeout(() => setPhase("quiet"), BACK_SHOWN_MS);
      }
    };
    follow();
    const leave = networkState.subscribe(follow);
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, []);
  return phase;
}

function NextTry({ at }: { at: number | null }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return <>{at === null ? frameTexts.trying : frameTexts.nextTry(Math.max(0, Math.ceil((at - now) / 1000)))}</>;
}
