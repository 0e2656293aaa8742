import type { LucideIcon } from "lucide-react";
import { Button, type ButtonProps, TooltipTrigger } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { useBusy } from "./busy.ts";
import { Spinner } from "./spinner.tsx";
import { TooltipBubble } from "./tooltip.tsx";

export interface IconButtonProps
  extends Omit<ButtonProps, "className" | "style" | "children" | "aria-label" | "isPending"> {
  icon: LucideIcon;
  /** Names operation and object: "Redigera Alva Exempelsson". Also the tooltip, unless `tooltip` is given. */
  label: string;
  tooltip?: string | undefined;
  busy?: boolean | undefined;
  /** Shown in the tooltip; the disabled button stays focusable. */
  disabledReason?: string | undefined;
  className?: string | undefined;
}

/** Shows a 30 × 30 button (44 × 40 for fingers) that always has a tooltip and a name. */
export function IconButton({
  icon: Icon,
  label,
  tooltip,
  busy,
  disabledReason,
  className,
  onPress,
  ...rest
}: IconButtonProps) {
  const off = disabledReason !== undefined;
  const press = off || !onPress ? {} : { onPress };
  return (
    <TooltipTrigger delay={400} closeDelay={80}>
      <Button
        {...rest}
        {...press}
        aria-label={label}
        aria-disabled={off}
        {...useBusy(busy ?? false, undefined)}
        aria-busy={busy || undefined}
        className={cx(
          "ring-focus inline-flex h-icon-h w-icon-w shrink-0 items-center justify-center rounded-chip text-ink-2 transition-colors duration-100",
          "data-hovered:bg-hover data-hovered:text-ink data-pressed:bg-active data-disabled:opacity-50",
          off && "opacity-50",
          "aria-expanded:bg-active aria-expanded:text-ink forced-colors:aria-expanded:border",
          className,
        )}
      >
        {busy ? <Spinner /> : <Icon aria-hidden size={16} />}
      </Button>
      <TooltipBubble>{disabledReason ?? tooltip ?? label}</TooltipBubble>
    </TooltipTrigger>
  );
}
