import { Link, TooltipTrigger } from "react-aria-components";
import type { SyncState } from "#contract/devices.ts";
import { words } from "#web/texts/words.sv.ts";
import { Pill, type Tone } from "./pill.tsx";
import { useRowName } from "./row-name.ts";
import { Tooltip, TooltipBubble } from "./tooltip.tsx";

const TONES: Record<SyncState, Tone> = { synced: "ok", pending: "wait", pending_removal: "remove", failed: "fail" };
const WORDS: Record<SyncState, string> = {
  synced: words.synced,
  pending: words.pending,
  pending_removal: words.pendingRemoval,
  failed: words.failed,
};

export interface SyncPillProps {
  state: SyncState;
  detail?: string | number | undefined;
  tooltip?: string | undefined;
  href?: string | undefined;
  /** The owner of the state: links of a list need different names. In a row the row names it. */
  of?: string | undefined;
}

/** Shows a sync state. `href` makes it a link; `of` names its row to screen readers. */
export function SyncPill({ state, detail, tooltip, href, of }: SyncPillProps) {
  const text = detail === undefined ? WORDS[state] : `${WORDS[state]} · ${detail}`;
  const name = useRowName(of ?? "");
  const label = of === undefined ? {} : { "aria-label": `${text}, ${name}` };
  const pill = <Pill tone={TONES[state]}>{text}</Pill>;
  if (href) {
    const link = (
      <Link {...label} href={href} className="ring-focus inline-flex max-w-full min-w-0 rounded-chip">
        {pill}
      </Link>
    );
    if (!tooltip) return link;
    return (
      <TooltipTrigger delay={400}>
        {link}
        <TooltipBubble>{tooltip}</TooltipBubble>
      </TooltipTrigger>
    );
  }
  return tooltip ? (
    <Tooltip text={tooltip} label={label["aria-label"]}>
      {pill}
    </Tooltip>
  ) : (
    pill
  );
}
