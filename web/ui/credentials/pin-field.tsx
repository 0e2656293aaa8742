import { Dices, Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components";
import { PIN_MAX_DIGITS } from "#contract/limits.ts";
import { words } from "#web/texts/words.sv.ts";
import type { CleanText } from "#web/ui/fields/cleaned-text.ts";
import { FieldButton } from "#web/ui/fields/field-button.tsx";
import { TextField, type TextFieldProps } from "#web/ui/fields/text-field.tsx";

const cleanPin = digitsUpTo(PIN_MAX_DIGITS);

export interface PinFieldProps extends Omit<TextFieldProps, "type" | "trailing" | "label" | "mono" | "clean"> {
  label?: string;
  /** Shows "Generera" inside the field; the caller generates the PIN. */
  onGenerate?: (() => void) | undefined;
}

/** Shows a PIN field. It is masked by CSS rather than type=password, so that no browser offers to save it. Hidden again on unmount. */
export function PinField({ label = words.pin, onGenerate, ...rest }: PinFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...rest}
      label={label}
      type="text"
      mono
      autoComplete="off"
      inputMode="numeric"
      clean={cleanPin}
      spellCheck={false}
      inputClassName={shown ? "tracking-[0.22em]" : "tracking-[0.22em] [-webkit-text-security:disc]"}
      trailing={
        <>
          <FieldButton
            icon={shown ? EyeOff : Eye}
            label={shown ? words.hidePin : words.showPin}
            isPressed={shown}
            isDisabled={rest.isDisabled}
            onPress={() => setShown(!shown)}
          />
          {onGenerate && (
            <Button
              slot={null}
              isDisabled={rest.isDisabled ?? false}
              onPress={() => {
                setShown(true);
                onGenerate();
              }}
              className="ring-focus inline-flex h-7 items-center gap-1.5 rounded-check px-2 text-small text-ink-2 transition-colors duration-100 data-hovered:bg-hover data-hovered:text-ink coarse:h-10"
            >
              <Dices aria-hidden size={15} />
              {words.generate}
            </Button>
          )}
        </>
      }
    />
  );
}

/** Keeps digits, with anything between them, as in "58 16 27". One past the limit is kept, so that the rule can report it. */
function digitsUpTo(most: number): CleanText {
  return (text) =>
    text
      .normalize("NFKC")
      .replace(/\D/g, "")
      .slice(0, most + 1);
}
