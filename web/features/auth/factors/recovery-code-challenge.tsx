import { useRef, useState } from "react";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { showRecoveryCode } from "../api/recovery-codes.ts";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";
import { useOperation } from "../use-operation.ts";
import { OperationForm } from "./operation-form.tsx";

export function RecoveryCodeChallenge({ onShown }: { onShown?: () => void }) {
  const [code, setCode] = useState("");
  const operation = useOperation();
  const input = useRef<HTMLInputElement>(null);

  async function submit(): Promise<void> {
    if (code.trim() === "") operation.setProblem(t.codeRequired);
    else if (await operation.run(() => showRecoveryCode(code.trim()))) return onShown?.();
    input.current?.focus();
  }

  return (
    <OperationForm busy={operation.busy} label={t.confirm} onSubmit={submit}>
      <TextField
        label={t.recoveryCode}
        hint={t.recoveryCodeHint}
        mono
        autoFocus
        size="lg"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={code}
        onChange={setCode}
        errorMessage={operation.problem}
        inputRef={input}
      />
    </OperationForm>
  );
}
