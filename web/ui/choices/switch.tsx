import type { ReactNode } from "react";
import { Switch as AriaSwitch } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";

export interface SwitchProps {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
  children?: ReactNode;
  isDisabled?: boolean | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  className?: string | undefined;
}

/** Shows a switch that applies at once. The caller is optimistic and, on failure, switches back with a toast. */
export function Switch({ label, value, onChange, children, isDisabled, name, onBlur, className }: SwitchProps) {
  return (
    <AriaSwitch
      {...(name === undefined ? {} : { name })}
      {...(onBlur ? { onBlur: () => onBlur() } : {})}
      aria-label={label}
      isSelected={value}
      onChange={onChange}
      isDisabled={isDisabled ?? false}
      className={cx(
        "group relative inline-flex items-center gap-2 py-0.5 text-cell text-ink coarse:min-h-11 data-disabled:opacity-50",
        className,
      )}
    >
      {/* On paper the word beside it shows the state, and its colour is not printed. */}
      <span
        className={cx(
          "flex h-5 w-[34px] shrink-0 items-center rounded-full bg-idle px-0.5 transition-colors duration-100 group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-focus group-data-selected:bg-accent forced-colors:border forced-colors:group-data-selected:bg-[Highlight]",
          children !== undefined && "print:hidden",
        )}
      >
        <span className="size-4 rounded-full bg-on-accent shadow-button transition-transform duration-100 ease-out group-data-selected:translate-x-3.5 forced-colors:bg-[ButtonText] forced-colors:group-data-selected:bg-[HighlightText]" />
      </span>
      {children !== undefined && <span className={cx(!value && "text-ink-2")}>{children}</span>}
    </AriaSwitch>
  );
}
