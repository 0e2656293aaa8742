import { CircleAlert } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { FieldError, Label, Text } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";

export type FieldRef = RefObject<HTMLInputElement | null> | ((element: HTMLElement | null) => void);

export interface FieldBinding<T> {
  name?: string | undefined;
  value: T;
  onChange: (value: T) => void;
  onBlur?: (() => void) | undefined;
  errorMessage?: string | undefined;
  inputRef?: FieldRef | undefined;
}

export interface FieldLooks {
  label: string;
  /** Grey text after the label: "4–6 siffror". */
  labelNote?: string | undefined;
  hint?: ReactNode;
  optional?: boolean | undefined;
  isDisabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  className?: string | undefined;
}

/** Box of an input: 32 px (44 for fingers), border ≥ 3:1, ring on the border. */
export const fieldBox =
  "ring-field flex min-h-control w-full items-center rounded-control border border-field bg-surface text-input text-ink data-invalid:border-fail group-data-invalid:border-fail group-data-disabled:opacity-50";

export const filterBox =
  "ring-focus flex min-h-control w-full items-center rounded-control border border-line-strong bg-secondary text-cell text-ink shadow-button data-hovered:bg-hover";

export const fieldInput = "min-w-0 flex-1 self-stretch rounded-control bg-transparent px-2.5 outline-none";

export function FieldLabel({
  label,
  labelNote,
  optional,
  action,
}: Pick<FieldLooks, "label" | "labelNote" | "optional"> & { action?: ReactNode }) {
  return (
    <div className="mb-1.5 flex items-baseline justify-between gap-3 text-small">
      <Label className="font-name text-ink">
        {label}
        {labelNote && <span className="font-normal text-ink-2"> {labelNote}</span>}
        {optional && <span className="font-normal text-ink-2"> {words.optional}</span>}
      </Label>
      {action}
    </div>
  );
}

export interface FieldHelpProps {
  hint?: ReactNode;
  /** Keeps the hint, which states the requirement, while something is wrong. */
  keepsHint?: boolean | undefined;
  errorMessage?: string | undefined;
}

/** Shows the error in place of the hint; with `keepsHint` both, unless they say the same. */
export function FieldHelp({ hint, keepsHint = false, errorMessage }: FieldHelpProps) {
  return (
    <>
      {errorMessage && (
        <FieldError className="mt-[5px] flex items-start gap-1.5 text-meta text-fail-ink">
          <CircleAlert aria-hidden size={14} className="mt-px shrink-0" />
          {errorMessage}
        </FieldError>
      )}
      {hint && (keepsHint ? hint !== errorMessage : !errorMessage) && (
        <Text slot="description" className="mt-[5px] block text-meta text-ink-2">
          {hint}
        </Text>
      )}
    </>
  );
}

export function fieldRoot(className: string | undefined): string {
  return cx("group flex min-w-0 flex-col", className);
}
