// The combo box itself; pages use combo-box.tsx, which fetches it.
import { ChevronsUpDown } from "lucide-react";
import { ComboBox as AriaComboBox, Button, Group, Input, ListBox, Popover } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";
import {
  type FieldBinding,
  FieldHelp,
  FieldLabel,
  type FieldLooks,
  fieldBox,
  fieldInput,
  fieldRoot,
} from "#web/ui/fields/field.tsx";
import { keyOf, type Option, OptionRow } from "./select.tsx";

export interface ComboBoxProps<Key extends string> extends FieldBinding<Key | null>, FieldLooks {
  options: readonly Option<Key>[];
  placeholder?: string | undefined;
  filter?: boolean | undefined;
}

export function ComboBox<Key extends string>(props: ComboBoxProps<Key>) {
  const {
    label,
    labelNote,
    optional,
    hint,
    errorMessage,
    options,
    value,
    onChange,
    onBlur,
    placeholder,
    filter,
    className,
  } = props;
  return (
    <AriaComboBox
      {...(props.name === undefined ? {} : { name: props.name })}
      {...(filter ? { "aria-label": label } : {})}
      {...(onBlur ? { onBlur: () => onBlur() } : {})}
      value={value}
      onChange={(key) => onChange(keyOf(options, key) ?? null)}
      defaultItems={options as readonly Option[]}
      menuTrigger="focus"
      isRequired={!optional && !filter}
      isDisabled={props.isDisabled ?? false}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      allowsEmptyCollection
      className={fieldRoot(className)}
    >
      {!filter && <FieldLabel label={label} labelNote={labelNote} optional={optional} />}
      <Group className={cx(fieldBox, filter && "border-line-strong bg-secondary shadow-button")}>
        <Input ref={props.inputRef ?? null} placeholder={placeholder ?? ""} className={cx(fieldInput, "truncate")} />
        <Button className="flex items-center self-stretch px-2.5 text-ink-2">
          <ChevronsUpDown aria-hidden size={15} />
        </Button>
      </Group>
      <FieldHelp hint={hint} errorMessage={errorMessage} />
      <Popover
        className="motion-popover z-50 w-(--trigger-width) min-w-56 overflow-auto rounded-card border border-floating-line bg-raised p-1 shadow-menu"
        offset={4}
      >
        <ListBox<Option>
          className="outline-none"
          renderEmptyState={() => <p className="px-2.5 py-2 text-small text-ink-2">{words.noOptions}</p>}
        >
          {(option) => <OptionRow option={option} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
