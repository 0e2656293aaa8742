import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Group,
  Input,
  TextArea,
} from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { type CleanText, upTo, useCleanedText } from "./cleaned-text.ts";
import {
  type FieldBinding,
  FieldHelp,
  FieldLabel,
  type FieldLooks,
  fieldBox,
  fieldInput,
  fieldRoot,
} from "./field.tsx";

export interface TextFieldProps extends FieldBinding<string>, FieldLooks {
  type?: "text" | "email" | "tel" | "url" | "password" | undefined;
  autoComplete?: string | undefined;
  inputMode?: AriaTextFieldProps["inputMode"] | undefined;
  /** Longer text is cleaned, then cut; omit it where a rule reports the length. The browser's own limit is not used, because it cuts first. */
  maxLength?: number | undefined;
  /** Keeps only a part of the typed text. */
  clean?: CleanText | undefined;
  placeholder?: string | undefined;
  icon?: LucideIcon | undefined;
  trailing?: ReactNode;
  labelAction?: ReactNode;
  mono?: boolean | undefined;
  spellCheck?: boolean | undefined;
  inputClassName?: string | undefined;
  size?: "md" | "lg" | undefined;
  keepsHint?: boolean | undefined;
}

/** Shows a field of one line. `clean` or `maxLength` changes what is typed or pasted before the form gets it. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    labelNote,
    hint,
    optional,
    errorMessage,
    icon: Icon,
    trailing,
    labelAction,
    mono,
    className,
    inputClassName,
  } = props;
  const { maxLength, clean = maxLength === undefined ? undefined : upTo(maxLength) } = props;
  const cleaned = useCleanedText(props, clean);
  return (
    <AriaTextField {...ariaProps(props)} {...cleaned} className={fieldRoot(className)}>
      <FieldLabel label={label} labelNote={labelNote} optional={optional} action={labelAction} />
      <Group className={cx(fieldBox, props.size === "lg" && "min-h-control-lg")}>
        {Icon && <Icon aria-hidden size={16} className="ml-2.5 shrink-0 text-ink-2" />}
        <Input
          ref={props.inputRef ?? null}
          placeholder={props.placeholder ?? ""}
          className={cx(fieldInput, mono && "font-mono", inputClassName)}
        />
        {trailing && <span className="flex shrink-0 items-center gap-0.5 pr-1">{trailing}</span>}
      </Group>
      <FieldHelp hint={hint} keepsHint={props.keepsHint} errorMessage={errorMessage} />
    </AriaTextField>
  );
}

export interface TextAreaFieldProps extends Omit<FieldBinding<string>, "inputRef">, FieldLooks {
  rows?: number | undefined;
}

/** Shows a field of several lines, whose height can be changed. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, labelNote, hint, optional, errorMessage, className, rows = 3 } = props;
  return (
    <AriaTextField {...ariaProps(props)} className={fieldRoot(className)}>
      <FieldLabel label={label} labelNote={labelNote} optional={optional} />
      <Group className={fieldBox}>
        <TextArea rows={rows} className={cx(fieldInput, "resize-y py-1.5")} />
      </Group>
      <FieldHelp hint={hint} errorMessage={errorMessage} />
    </AriaTextField>
  );
}

/** Returns the defined props for react-aria's TextField. The form validates, never the browser. */
export function ariaProps(props: Partial<TextFieldProps> & FieldBinding<string>): AriaTextFieldProps {
  const { name, value, onChange, onBlur, isDisabled, autoFocus, optional, errorMessage } = props;
  const { type, autoComplete, inputMode, spellCheck } = props;
  const given = { name, onBlur, autoFocus, type, autoComplete, inputMode };
  return {
    ...(Object.fromEntries(Object.entries(given).filter(([, entry]) => entry !== undefined)) as AriaTextFieldProps),
    value,
    onChange,
    isDisabled: isDisabled ?? false,
    isRequired: !optional,
    isInvalid: errorMessage !== undefined,
    validationBehavior: "aria",
    ...(spellCheck === undefined ? {} : { spellCheck: spellCheck ? "true" : "false" }),
  };
}
