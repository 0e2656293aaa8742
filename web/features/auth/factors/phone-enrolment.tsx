import { useRef, useState } from "react";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { beginPhone } from "../api/second-factors.ts";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";
import { useOperation } from "../use-operation.ts";
import { OperationForm } from "./operation-form.tsx";
import { SentCodeForm } from "./sent-code-form.tsx";

/** E.164, as the server takes it. */
const PHONE = /^\+[1-9]\d{6,14}$/;
const plain = (phone: string) => phone.replace(/[\s()-]/g, "");

export function PhoneEnrolment({ onAdded }: { onAdded: () => void }) {
  const [phone, setPhone] = useState("");
  const [begun, setBegun] = useState<{ factorId: string; challengeId: string } | null>(null);
  const operation = useOperation();
  const input = useRef<HTMLInputElement>(null);

  async function submit(): Promise<void> {
    const number = plain(phone);
    if (!PHONE.test(number)) operation.setProblem(t.phoneNumberInvalid);
    else if (await operation.run(async () => setBegun(await beginPhone(number, number)))) return;
    input.current?.focus();
  }

  if (begun !== null) return <SentCodeForm {...begun} onDone={onAdded} />;
  return (
    <OperationForm busy={operation.busy} label={t.continue} onSubmit={submit}>
      <TextField
        label={t.phoneNumber}
        hint={t.phoneNumberHint}
        type="tel"
        autoComplete="tel"
        autoFocus
        size="lg"
        value={phone}
        onChange={setPhone}
        errorMessage={operation.problem}
        inputRef={input}
      />
    </OperationForm>
  );
}
