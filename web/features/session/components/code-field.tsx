import { TextField, type TextFieldProps } from "#web/ui/text-field.tsx";
import { onlyDigits } from "../six-digits.ts";

/** Six digits from an app, a text message or a letter; phones offer the code themselves. */
export function CodeField({ onChange, ...props }: Omit<TextFieldProps, "type" | "inputMode" | "autoComplete">) {
  return (
    <TextField
      mono
      {...props}
      inputMode="numeric"
      autoComplete="one-time-code"
      onChange={(text) => onChange(onlyDigits(text))}
    />
  );
}
