import { TextField as AriaTextField, Group, Input } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { type FieldBinding, FieldHelp, fieldBox, fieldInput } from "./field.tsx";
import { ariaProps } from "./text-field.tsx";

export interface SentenceFieldProps extends FieldBinding<string> {
  /** Names the field; its "…" is where the field stands: "Larma … dagar innan ett certifikat går ut". */
  sentence: string;
  hint: string;
}

/** Shows a whole number inside the sentence that it completes. */
export function SentenceField(props: SentenceFieldProps) {
  const { sentence, hint, errorMessage, inputRef } = props;
  const [before = "", after = ""] = sentence.split("…");
  return (
    <AriaTextField
      {...ariaProps({ ...props, optional: true, inputMode: "numeric", autoComplete: "off" })}
      aria-label={sentence}
      className="group flex min-w-0 flex-col"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-cell text-ink">
        <span aria-hidden>{before.trim()}</span>
        <Group className={cx(fieldBox, "!w-20")}>
          <Input ref={inputRef ?? null} className={cx(fieldInput, "tabular text-right")} />
        </Group>
        <span aria-hidden>{after.trim()}</span>
      </div>
      <FieldHelp hint={hint} keepsHint errorMessage={errorMessage} />
    </AriaTextField>
  );
}
