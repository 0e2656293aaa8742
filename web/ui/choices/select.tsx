// A choice from a short list. For more than eight options use ComboBox.
import { Check, ChevronsUpDown } from "lucide-react";
import { Select as AriaSelect, Button, ListBox, ListBoxItem, Popover, SelectValue } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";
import {
  type FieldBinding,
  FieldHelp,
  FieldLabel,
  type FieldLooks,
  fieldBox,
  fieldRoot,
  filterBox,
} from "#web/ui/fields/field.tsx";

export interface Option<Key extends string = string> {
  id: Key;
  label: string;
  description?: string | undefined;
  isDisabled?: boolean | undefined;
}

export interface SelectProps<Key extends string> extends Omit<FieldBinding<Key | null>, "onChange">, FieldLooks {
  options: readonly Option<Key>[];
  onChange: (value: Key) => void;
  placeholder?: string | undefined;
  /** True while the options are fetched: the field and the open list say so, and the list fills where it is open. */
  isLoading?: boolean | undefined;
}

export function Select<Key extends string>(props: SelectProps<Key>) {
  const { label, labelNote, optional, hint, errorMessage, className } = props;
  return (
    <AriaSelect {...selectProps(props)} className={fieldRoot(className)}>
      <FieldLabel label={label} labelNote={labelNote} optional={optional} />
      <Trigger className={fieldBox} focusRef={typeof props.inputRef === "function" ? props.inputRef : undefined} />
      <FieldHelp hint={hint} errorMessage={errorMessage} />
      <Options options={props.options} isLoading={props.isLoading} />
    </AriaSelect>
  );
}

export interface FilterSelectProps<Key extends string> {
  /** Announced; the shown value names "all" itself ("Alla styrenheter"). */
  label: string;
  options: readonly Option<Key>[];
  value: Key;
  onChange: (value: Key) => void;
  className?: string | undefined;
}

/** Shows the portal's select; pages use filter-select.tsx, which fetches this. */
export function FilterSelect<Key extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: FilterSelectProps<Key>) {
  return (
    <AriaSelect
      aria-label={label}
      value={value}
      onChange={(key) => onChange(keyOf(options, key) ?? value)}
      className={cx("group min-w-36", className)}
    >
      <Trigger className={filterBox} />
      <Options options={options} />
    </AriaSelect>
  );
}

function Trigger({
  className,
  focusRef,
}: {
  className: string;
  focusRef?: ((element: HTMLElement | null) => void) | undefined;
}) {
  return (
    <Button
      ref={focusRef ?? null}
      className={cx(className, "justify-between gap-2 px-2.5 text-left data-focus-visible:outline-focus")}
    >
      <SelectValue className="min-w-0 flex-1 truncate data-placeholder:text-ink-3">
        {({ isPlaceholder, selectedText, defaultChildren }) => (isPlaceholder ? defaultChildren : selectedText)}
      </SelectValue>
      <ChevronsUpDown aria-hidden size={15} className="shrink-0 text-ink-2" />
    </Button>
  );
}

function Options<Key extends string>({ options, isLoading }: Pick<SelectProps<Key>, "options" | "isLoading">) {
  return (
    <Popover
      className="motion-popover z-50 min-w-(--trigger-width) overflow-auto rounded-card border border-floating-line bg-raised p-1 shadow-menu"
      offset={4}
    >
      <ListBox
        items={options as readonly Option[]}
        className="outline-none"
        renderEmptyState={() => (
          <p className="px-2.5 py-2 text-small text-ink-2">{isLoading ? words.loading : words.nothingToChoose}</p>
        )}
      >
        {(option) => <OptionRow option={option} />}
      </ListBox>
    </Popover>
  );
}

export function OptionRow({ option }: { option: Option }) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.label}
      isDisabled={option.isDisabled ?? false}
      className="flex min-h-menu-row items-center gap-2 rounded-chip px-2.5 py-1 text-cell text-ink outline-none data-disabled:opacity-50 data-focused:bg-hover"
    >
      {({ isSelected }) => (
        <>
          <span className="min-w-0 flex-1">
            <span slot="label" className="block truncate">
              {option.label}
            </span>
            {option.description && (
              <span slot="description" className="block truncate text-meta text-ink-2">
                {option.description}
              </span>
            )}
          </span>
          <Check aria-hidden size={15} className={cx("shrink-0 text-ink-2", !isSelected && "invisible")} />
        </>
      )}
    </ListBoxItem>
  );
}

function selectProps<Key extends string>(props: SelectProps<Key>) {
  const {
    name,
    value,
    onChange,
    onBlur,
    options,
    placeholder = "",
    isLoading,
    isDisabled,
    autoFocus,
    optional,
    errorMessage,
  } = props;
  return {
    ...(name === undefined ? {} : { name }),
    ...(onBlur ? { onBlur: () => onBlur() } : {}),
    value,
    placeholder: isLoading ? words.loading : placeholder,
    allowsEmptyCollection: true, // Without this a press before the options came would do nothing.
    isDisabled: isDisabled ?? false,
    autoFocus: autoFocus ?? false,
    isRequired: !optional,
    isInvalid: errorMessage !== undefined,
    validationBehavior: "aria" as const,
    onChange: (key: unknown) => {
      const chosen = keyOf(options, key);
      if (chosen !== undefined) onChange(chosen);
    },
  };
}

/** Returns the option's own key for react-aria's value, without a cast. */
export function keyOf<Key extends string>(options: readonly Option<Key>[], key: unknown): Key | undefined {
  return options.find((option) => option.id === key)?.id;
}
