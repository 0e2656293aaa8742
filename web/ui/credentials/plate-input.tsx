import { TextField as AriaTextField, Group, Input } from "react-aria-components";
import { PLATE_MAX_LENGTH } from "#contract/limits.ts";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.ts";
import { type FieldBinding, FieldHelp, FieldLabel, type FieldLooks, fieldRoot } from "#web/ui/fields/field.tsx";
import { ariaProps } from "#web/ui/fields/text-field.tsx";
import { PlateBand } from "./plate-chip.tsx";

export interface PlateInputProps extends FieldBinding<string>, Omit<FieldLooks, "label"> {
  label?: string;
}

export function PlateInput({ label = words.plate, ...props }: PlateInputProps) {
  const { labelNote, optional, hint, errorMessage, className, inputRef } = props;
  return (
    <AriaTextField
      {...ariaProps({ ...props, maxLength: PLATE_MAX_LENGTH + 1, autoComplete: "off", spellCheck: false })}
      className={fieldRoot(className)}
    >
      <FieldLabel label={label} labelNote={labelNote} optional={optional} />
      <Group className="ring-field flex min-h-control w-full items-center overflow-hidden rounded-control border border-plate-line bg-plate text-plate-ink data-invalid:border-fail group-data-invalid:border-fail dark:border-field">
        <PlateBand className="w-[18px] text-floor" />
        <Input
          ref={inputRef ?? null}
          onInput={(event) => upperCaseInPlace(event.currentTarget)}
          className={cx(
            "min-w-0 flex-1 self-stretch bg-transparent px-2.5 font-mono text-h2 font-bold tracking-wide outline-none",
          )}
        />
      </Group>
      <FieldHelp hint={hint} errorMessage={errorMessage} />
    </AriaTextField>
  );
}

/** Before React reads the value: a caret in the middle of the text stays. */
function upperCaseInPlace(input: HTMLInputElement): void {
  const upper = input.value.toUpperCase();
  if (upper === input.value) return;
  const { selectionStart, selectionEnd } = input;
  input.value = upper;
  input.setSelectionRange(selectionStart, selectionEnd);
}
