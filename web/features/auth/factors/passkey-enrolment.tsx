import { useRef, useState } from "react";
import { secondFactorTexts as t } from "#web/texts/second-factor.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { addPasskey } from "../api/second-factors.ts";
import { useOperation } from "../use-operation.ts";

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
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void submit();
      }}
    >
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
      <Button type="submit" variant="primary" size="lg" wide busy={operation.busy} busyLabel={t.confirming}>
        {t.continue}
      </Button>
    </form>
  );
}
