// A form for a code. A refused code is cleared and must be typed again; one that was typed meanwhile stays.
import { type Dispatch, type ReactNode, type SetStateAction, useRef } from "react";
import { codeProblem } from "#web/lib/session/six-digits.ts";
import { CodeField } from "#web/ui/fields/code-field.tsx";
import { clearSent } from "#web/ui/forms/typed-meanwhile.ts";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";
import { useOperation } from "../use-operation.ts";
import { OperationForm } from "./operation-form.tsx";

export interface CodeFormProps {
  label: string;
  hint?: ReactNode;
  code: string;
  onChange: Dispatch<SetStateAction<string>>;
  /** Submits the code; throws the text shown under the field. */
  onSubmit: () => Promise<void>;
  onDone?: () => void;
  children?: ReactNode;
}

export function CodeForm({ label, hint, code, onChange, onSubmit, onDone, children }: CodeFormProps) {
  const operation = useOperation();
  const input = useRef<HTMLInputElement>(null);

  async function submit(): Promise<void> {
    const wrong = codeProblem(code);
    if (wrong !== undefined) operation.setProblem(wrong);
    else if (await operation.run(onSubmit)) return onDone?.();
    else onChange(clearSent(code));
    input.current?.focus();
  }

  return (
    <OperationForm busy={operation.busy} label={t.confirm} onSubmit={submit} below={children}>
      <CodeField
        label={label}
        hint={hint}
        autoFocus
        size="lg"
        value={code}
        onChange={onChange}
        errorMessage={operation.problem}
        inputRef={input}
      />
    </OperationForm>
  );
}
