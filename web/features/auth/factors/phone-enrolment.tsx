import { useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { beginPhone, sendCode, showPhoneCode } from "../api/second-factors.ts";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";
import { useOperation } from "../use-operation.ts";
import { CodeForm } from "./code-form.tsx";
import { OperationForm } from "./operation-form.tsx";

/** E.164, as the server takes it. */
const PHONE = /^\+[1-9]\d{6,14}$/;
const plain = (phone: string) => phone.replace(/[\s()-]/g, "");

export function PhoneEnrolment({ onAdded }: { onAdded: () => void }) {
  const [phone, setPhone] = useState("");
  const [begun, setBegun] = useState<{ factorId: string; challengeId: string } | null>(null);
  const [code, setCode] = useState("");
  const operation = useOperation();
  const input = useRef<HTMLInputElement>(null);

  async function submit(): Promise<void> {
    const number = plain(phone);
    if (!PHONE.test(number)) operation.setProblem(t.phoneNumberInvalid);
    else if (await operation.run(async () => setBegun(await beginPhone(number, number)))) return;
    input.current?.focus();
  }

  if (begun !== null)
    return (
      <CodeForm
        label={t.smsCode}
        hint={t.smsSent}
        code={code}
        onChange={setCode}
        onSubmit={async () => {
          await showPhoneCode(begun.factorId, begun.challengeId, code);
          onAdded();
        }}
      >
        <Button
          wide
          busy={operation.busy}
          onPress={() =>
            void operation.run(async () => setBegun({ ...begun, challengeId: await sendCode(begun.factorId) }))
          }
        >
          {t.sendSmsAgain}
        </Button>
      </CodeForm>
    );
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
