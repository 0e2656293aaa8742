import { TextField as AriaTextField, Group, Input } from "react-aria-components";
import { words } from "#web/texts/words.sv.ts";
import { useCleanedText } from "#web/ui/fields/cleaned-text.ts";
import { type FieldBinding, FieldHelp, FieldLabel, type FieldLooks, fieldRoot } from "#web/ui/fields/field.tsx";
import { ariaProps } from "#web/ui/fields/text-field.tsx";
import { PlateBand } from "./plate-chip.tsx";

export interface PlateInputProps extends FieldBinding<string>, Omit<FieldLooks, "label"> {
  label?: string;
}

/** Shows a field that looks like a plate and takes capitals only. */
export function PlateInput({ label = words.plate, ...props }: PlateInputProps) {
  const { labelNote, optional, hint, errorMessage, className, inputRef } = props;
  const cleaned = useCleanedText(props, upperCase);
  return (
    <AriaTextField
      {...ariaProps({ ...props, autoComplete: "off", spellCheck: false })}
      {...cleaned}
      className={fieldRoot(className)}
    >
      <FieldLabel label={label} labelNote={labelNote} optional={optional} />
      <Group className="ring-field flex min-h-control w-full items-center overflow-hidden rounded-control border border-plate-line bg-plate text-plate-ink data-invalid:border-fail group-data-invalid:border-fail dark:border-field">
        <PlateBand className="w-[18px] text-floor" />
        <Input
          ref={inputRef ?? null}
          autoCapitalize="characters"
          className="min-w-0 flex-1 self-stretch bg-transparent px-2.5 font-mono text-h2 font-bold tracking-wide uppercase outline-none"
        />
      </Group>
      <FieldHelp hint={hint} errorMessage={errorMessage} />
    </AriaTextField>
  );
}

const upperCase = (text: string) => text.toUpperCase();
