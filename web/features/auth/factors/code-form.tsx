// A refused code is cleared: it must be typed anew.
import { type ReactNode, useRef } from "react";
import { codeProblem } from "#web/lib/six-digits.ts";
import { secondFactorTexts as t } from "#web/texts/second-factor.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeField } from "#web/ui/code-field.tsx";
import { useOperation } from "../use-operation.ts";

export interface CodeFormProps {
  label: string;
  hint?: ReactNode;
  code: string;
  onChange: (code: string) => void;
  /** Throws what is shown under the field. */
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
    else onChange("");
    input.current?.focus();
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void submit();
      }}
    >
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
      <Button type="submit" variant="primary" size="lg" wide busy={operation.busy} busyLabel={t.confirming}>
        {t.confirm}
      </Button>
      {children}
    </form>
  );
}
