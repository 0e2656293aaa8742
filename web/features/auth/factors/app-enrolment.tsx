import { useState } from "react";
import { CopyField } from "#web/ui/fields/copy-field.tsx";
import { type NewApp, showAppCode } from "../api/second-factors.ts";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";
import { CodeForm } from "./code-form.tsx";

export function AppEnrolment({ app, onAdded }: { app: NewApp; onAdded: () => void }) {
  const [code, setCode] = useState("");
  return (
    <div className="flex flex-col gap-5">
      <p className="text-body text-ink-2">{t.appScan}</p>
      {/* White in both themes, because cameras need it. */}
      <img
        src={app.qr}
        alt={t.qrName}
        width={184}
        height={184}
        className="self-center rounded-card border border-line"
      />
      <div className="flex flex-col gap-1.5">
        <p className="text-small text-ink-2">{t.secretHelp}</p>
        <CopyField label={t.secret} value={app.secret} bare />
      </div>
      <CodeForm
        label={t.appCode}
        hint={t.appCodeHint}
        code={code}
        onChange={setCode}
        onSubmit={async () => {
          await showAppCode(app.factorId, code);
          onAdded();
        }}
      />
    </div>
  );
}
