import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { words } from "#web/texts/words.sv.ts";
import { FieldButton } from "./field-button.tsx";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/** Shows a password field. `autoComplete` is "current-password" or "new-password". */
export function PasswordField(props: Omit<TextFieldProps, "type" | "trailing">) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      spellCheck={false}
      autoComplete="off"
      keepsHint
      {...props}
      type={shown ? "text" : "password"}
      trailing={
        <FieldButton
          icon={shown ? EyeOff : Eye}
          label={shown ? words.hidePassword : words.showPassword}
          isPressed={shown}
          isDisabled={props.isDisabled}
          onPress={() => setShown(!shown)}
        />
      }
    />
  );
}
