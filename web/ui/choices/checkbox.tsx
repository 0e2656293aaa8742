import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { CheckBox } from "./check-box.tsx";

export interface CheckboxProps {
  children: ReactNode;
  value: boolean;
  onChange: (value: boolean) => void;
  isIndeterminate?: boolean | undefined;
  isDisabled?: boolean | undefined;
  isInvalid?: boolean | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  inputRef?: ((element: HTMLInputElement | null) => void) | undefined;
  /** Needed when the visible words do not name the object. */
  label?: string | undefined;
  className?: string | undefined;
}

/** Shows a box with its words; `label` names a box without any. The target is the whole line. */
export function Checkbox({
  children,
  value,
  onChange,
  isIndeterminate,
  isDisabled,
  isInvalid,
  name,
  onBlur,
  inputRef,
  label,
  className,
}: CheckboxProps) {
  const given: AriaCheckboxProps = {};
  if (name !== undefined) given.name = name;
  if (onBlur) given.onBlur = () => onBlur();
  if (label !== undefined) given["aria-label"] = label;
  return (
    <AriaCheckbox
      {...given}
      {...(inputRef ? { inputRef } : {})}
      isSelected={value}
      onChange={onChange}
      isIndeterminate={isIndeterminate ?? false}
      isDisabled={isDisabled ?? false}
      isInvalid={isInvalid ?? false}
      validationBehavior="aria"
      className={cx(
        "group relative flex min-h-6 items-center gap-2.5 text-cell text-ink coarse:min-h-11 data-disabled:opacity-50",
        className,
      )}
    >
      {(state) => (
        <>
          <CheckBox isSelected={state.isSelected} isIndeterminate={state.isIndeterminate} />
          <span className="min-w-0 flex-1">{children}</span>
        </>
      )}
    </AriaCheckbox>
  );
}
