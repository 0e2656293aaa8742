import { Check, CircleAlert, CircleSlash, Clock, Hourglass, type LucideIcon, WifiOff, X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";

export type Tone = "ok" | "wait" | "remove" | "fail" | "idle" | "accent";

const GROUNDS: Record<Tone, string> = {
  ok: "bg-ok-soft text-ok-ink",
  wait: "bg-wait-soft text-wait-ink",
  remove: "bg-remove-soft text-remove-ink",
  fail: "bg-fail-soft text-fail-ink",
  idle: "bg-idle-soft text-idle-ink",
  accent: "bg-accent-soft text-accent-ink",
};
const ICONS: Record<Exclude<Tone, "accent">, LucideIcon> = {
  ok: Check,
  wait: Clock,
  remove: Hourglass,
  fail: CircleAlert,
  idle: CircleSlash,
};

export interface PillProps {
  tone: Tone;
  icon?: LucideIcon | undefined;
  children: ReactNode;
  className?: string | undefined;
}

/** Shows a pill, 22 px high. A state is never cut: where its words have no room they take two close lines. */
export function Pill({ tone, icon, children, className }: PillProps) {
  const Icon = icon ?? (tone === "accent" ? undefined : ICONS[tone]);
  return (
    <span
      data-ground
      className={cx(
        "inline-flex min-h-[22px] max-w-full shrink-0 items-center gap-1.5 rounded-chip px-1.5 text-meta font-medium",
        GROUNDS[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden size={13} strokeWidth={2.25} className="shrink-0" />}
      <span className="min-w-0 leading-[15px]">{children}</span>
    </span>
  );
}

/** Shows "Aktiv" or "Inaktiv". */
export function ActivePill({ active }: { active: boolean }) {
  return <Pill tone={active ? "ok" : "idle"}>{active ? words.active : words.inactive}</Pill>;
}

/** Shows whether a passage was granted. */
export function GrantedPill({ granted }: { granted: boolean }) {
  return granted ? (
    <Pill tone="ok">{words.granted}</Pill>
  ) : (
    <Pill tone="fail" icon={X}>
      {words.denied}
    </Pill>
  );
}

/** Shows whether a controller answers. */
export function OnlinePill({ online }: { online: boolean }) {
  return online ? (
    <Pill tone="ok">{words.online}</Pill>
  ) : (
    <Pill tone="fail" icon={WifiOff}>
      {words.notAnswering}
    </Pill>
  );
}
