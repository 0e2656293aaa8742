import { CircleAlert, CircleCheck, CircleEllipsis, Clock, Hourglass, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button, Link } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";

export type NoteTone = "ok" | "wait" | "remove" | "fail" | "quiet";

const LOOKS: Record<NoteTone, { ground: string; icon: LucideIcon }> = {
  ok: { ground: "bg-ok-soft text-ok-ink", icon: CircleCheck },
  wait: { ground: "bg-wait-soft text-wait-ink", icon: Clock },
  remove: { ground: "bg-remove-soft text-remove-ink", icon: Hourglass },
  fail: { ground: "bg-fail-soft text-fail-ink", icon: CircleAlert },
  quiet: { ground: "bg-sunken text-ink-2", icon: CircleEllipsis },
};

export interface NoteAction {
  label: string;
  href?: string | undefined;
  onAction?: (() => void) | undefined;
}

export interface NoteProps {
  tone: NoteTone;
  icon?: LucideIcon | undefined;
  children: ReactNode;
  actions?: readonly NoteAction[] | undefined;
  /** "alert" only for a failure that the person has just caused. */
  role?: "status" | "alert" | undefined;
  /** Stays beside its only action on a phone, too. */
  isShort?: boolean | undefined;
  className?: string | undefined;
}

/** Shows a coloured note, with its actions at the end. */
export function Note({ tone, icon, children, actions = [], role, isShort = false, className }: NoteProps) {
  const Icon = icon ?? LOOKS[tone].icon;
  return (
    <div
      role={role}
      data-ground
      className={cx(
        "flex flex-wrap gap-x-4 gap-y-1.5 rounded-track px-3 py-2.5 text-small",
        isShort ? "items-start phone:items-center" : "items-start",
        LOOKS[tone].ground,
        className,
      )}
    >
      <div className={cx("flex min-w-0 flex-1 items-start gap-2.5", isShort ? "basis-64 phone:basis-0" : "basis-64")}>
        <Icon aria-hidden size={16} className="mt-px shrink-0" />
        <div className="min-w-0 flex-1">{children}</div>
      </div>
      {actions.length > 0 && (
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {actions.map((action) => (
            <NoteLink key={action.label} action={action} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Shows a failure with "Försök igen". */
export function RetryNote({ onRetry, ...props }: Omit<NoteProps, "tone" | "actions"> & { onRetry: () => unknown }) {
  return <Note tone="fail" {...props} actions={[{ label: words.retry, onAction: () => void onRetry() }]} />;
}

const LINK = "ring-focus rounded-check font-strong underline underline-offset-3 data-hovered:no-underline coarse:py-2";

function NoteLink({ action }: { action: NoteAction }) {
  if (action.href)
    return (
      <Link href={action.href} className={LINK}>
        {action.label}
      </Link>
    );
  return (
    <Button onPress={() => action.onAction?.()} className={LINK}>
      {action.label}
    </Button>
  );
}
