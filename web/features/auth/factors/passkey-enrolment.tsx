import { useRef, useState } from "react";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { addPasskey } from "../api/second-factors.ts";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";
import { useOperation } from "../use-operation.ts";
import { OperationForm } from "./operation-form.tsx";

const NAME_MAX_LENGTH = 100;

export function PasskeyEnrolment({ onAdded }: { onAdded: () => void }) {
  const [name, setName] = useState("");
  const operation = useOperation();
  const input = useRef<HTMLInputElement>(null);

  async function submit(): Promise<void> {
    if (name.trim() === "") operation.setProblem(t.nameRequired);
    else if (await operation.run(() => addPasskey(name.trim()))) return onAdded();
    input.current?.focus();
  }

  return (
    <OperationForm busy={operation.busy} label={t.continue} onSubmit={submit}>
      <TextField
        label={t.passkeyName}
        hint={t.passkeyNameHint}
        autoFocus
        size="lg"
        autoComplete="off"
        maxLength={NAME_MAX_LENGTH}
        value={name}
        onChange={setName}
        errorMessage={operation.problem}
        inputRef={input}
      />
      <p className="text-small text-ink-2">{t.passkeyHelp}</p>
    </OperationForm>
  );
}
