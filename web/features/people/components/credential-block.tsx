import { type ReactNode, useId } from "react";
import { cx } from "#web/lib/cx.ts";
import { Checkbox } from "#web/ui/choices/checkbox.tsx";
import type { FieldBinding } from "#web/ui/fields/field.tsx";

export interface BlockProps {
  title: string;
  field: FieldBinding<boolean>;
  onToggle: (on: boolean) => void;
  whenOff?: ReactNode;
  children: ReactNode;
}

export function Block({ title, field, onToggle, whenOff, children }: BlockProps) {
  const id = useId();
  const body = field.value ? children : whenOff;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be the grid we need in all browsers
    <div role="group" aria-labelledby={id} className="min-w-0 rounded-card border border-line">
      <div className={cx("bg-sunken px-3.5 py-1", body ? "rounded-t-card border-b border-line" : "rounded-card")}>
        <Checkbox
          name={field.name}
          value={field.value}
          onChange={onToggle}
          onBlur={field.onBlur}
          inputRef={typeof field.inputRef === "function" ? field.inputRef : undefined}
          isInvalid={field.errorMessage !== undefined}
          className="min-h-8.5"
        >
          <span id={id} className="text-body font-name">
            {title}
          </span>
        </Checkbox>
      </div>
      {body && <div className="flex flex-col gap-4 p-3.5">{body}</div>}
    </div>
  );
}
