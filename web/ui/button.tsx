// The four buttons of the portal, and links with the same looks.
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps, Link } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { useBusy } from "./busy.ts";
import { Spinner } from "./spinner.tsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

export interface ButtonLooks {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: LucideIcon | undefined;
  wide?: boolean | undefined;
  className?: string | undefined;
}

export interface ButtonProps
  extends ButtonLooks,
    Omit<AriaButtonProps, "className" | "style" | "children" | "isPending"> {
  busy?: boolean;
  busyLabel?: string;
  children: ReactNode;
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "bg-accent text-on-accent shadow-button data-hovered:bg-accent-hover data-pressed:bg-accent-hover",
  danger: "bg-danger text-on-accent shadow-button data-hovered:bg-danger-hover data-pressed:bg-danger-hover",
  secondary:
    "border border-line-strong bg-secondary text-ink shadow-button data-hovered:bg-hover data-pressed:bg-active aria-expanded:bg-active",
  ghost: "text-ink-2 data-hovered:bg-hover data-hovered:text-ink data-pressed:bg-active",
};
/** Only the background shows these buttons, so contrast themes draw a border around them. */
const GROUNDED: readonly ButtonVariant[] = ["primary", "danger"];
const SIZES: Record<ButtonSize, string> = {
  sm: "min-h-control-sm px-2.5 text-small",
  md: "min-h-control px-3 text-cell",
  lg: "min-h-control-lg px-4 text-body",
};

function looks({ variant = "secondary", size = "md", wide, className }: ButtonLooks): string {
  return cx(
    "relative inline-flex shrink-0 items-center justify-center gap-[7px] rounded-control font-name whitespace-nowrap select-none",
    "ring-focus transition-colors duration-100 data-disabled:opacity-50",
    VARIANTS[variant],
    SIZES[size],
    wide && "w-full",
    className,
  );
}

const grounded = (variant: ButtonVariant = "secondary") => GROUNDED.includes(variant) || undefined;

/** Shows a button. The label is verb + noun; exactly one per view is `primary`. */
export function Button({
  variant,
  size,
  icon: Icon,
  wide,
  className,
  busy = false,
  busyLabel,
  children,
  ...rest
}: ButtonProps) {
  const worded = busy && wide && busyLabel !== undefined;
  const hidesLabel = busy && !Icon && !worded;
  return (
    <AriaButton
      {...rest}
      {...useBusy(busy, busyLabel)}
      aria-busy={busy || undefined}
      data-ground={grounded(variant)}
      className={looks({ variant, size, wide, className })}
    >
      {busy && !hidesLabel ? <Spinner /> : Icon && <Icon aria-hidden size={16} />}
      <span className={cx("truncate", hidesLabel && "opacity-0")}>{worded ? busyLabel : children}</span>
      {hidesLabel && <Spinner className="absolute" />}
      {busy && busyLabel && !worded && <span className="sr-only">{busyLabel}</span>}
    </AriaButton>
  );
}

export function ButtonLink({
  href,
  children,
  icon: Icon,
  "aria-label": label,
  ...rest
}: ButtonLooks & { href: string; children: ReactNode; "aria-label"?: string }) {
  return (
    <Link
      href={href}
      {...(label !== undefined && { "aria-label": label })}
      data-ground={grounded(rest.variant)}
      className={looks(rest)}
    >
      {Icon && <Icon aria-hidden size={16} />}
      <span className="truncate">{children}</span>
    </Link>
  );
}
