import { onlyDigits } from "#web/lib/session/six-digits.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/** Shows a field for six digits from an app, a text message or an email; phones offer the code themselves. */
export function CodeField(props: Omit<TextFieldProps, "type" | "inputMode" | "autoComplete" | "clean">) {
  return <TextField mono {...props} inputMode="numeric" autoComplete="one-time-code" clean={onlyDigits} />;
}
