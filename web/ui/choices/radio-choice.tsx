// A choice between a few words, all of them visible.
import { Radio, RadioGroup } from "react-aria-components";
import { FieldHelp, FieldLabel } from "#web/ui/fields/field.tsx";

export interface RadioChoiceProps<Key extends string> {
  label: string;
  options: readonly { id: Key; label: string }[];
  /** Null: nothing is chosen yet. */
  value: Key | null;
  onChange: (value: Key) => void;
  autoFocus?: boolean | undefined;
  errorMessage?: string | undefined;
}

export function RadioChoice<Key extends string>(props: RadioChoiceProps<Key>) {
  const { label, options, value, onChange, autoFocus, errorMessage } = props;
  const first = value ?? options[0]?.id;
  return (
    <RadioGroup
      value={value}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      onChange={(id) => {
        const chosen = options.find((option) => option.id === id);
        if (chosen) onChange(chosen.id);
      }}
    >
      <FieldLabel label={label} />
      <div className="grid grid-cols-2 gap-x-4">
        {options.map((option) => (
          <Radio
            key={option.id}
            value={option.id}
            autoFocus={(autoFocus ?? false) && option.id === first}
            className="group relative flex min-h-control items-center gap-2.5 text-cell text-ink phone:min-h-11"
          >
            <span
              aria-hidden
              className="ring-focus-within flex size-4 shrink-0 items-center justify-center rounded-full border border-field bg-surface group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-focus group-data-selected:border-accent group-data-selected:bg-accent forced-colors:group-data-selected:bg-[Highlight]"
            >
              <span className="size-1.5 rounded-full bg-transparent group-data-selected:bg-on-accent" />
            </span>
            {option.label}
          </Radio>
        ))}
      </div>
      <FieldHelp errorMessage={errorMessage} />
    </RadioGroup>
  );
}
