import { useState } from "react";
import { showAppCode } from "../api/second-factors.ts";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";
import { CodeForm } from "./code-form.tsx";
import type { Way } from "./factor-ways.ts";

export function AppChallenge({ way, onShown }: { way: Way; onShown?: () => void }) {
  const [code, setCode] = useState("");
  return (
    <CodeForm
      label={way.name === null ? t.appCode : t.appCodeOf(way.name)}
      hint={t.appCodeHint}
      code={code}
      onChange={setCode}
      onSubmit={() => showAppCode(way.id, code)}
      {...(onShown && { onDone: onShown })}
    />
  );
}
