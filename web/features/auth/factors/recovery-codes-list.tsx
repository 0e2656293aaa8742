import { Check, Copy, Download } from "lucide-react";
import { useEffect, useState } from "react";
import { announce } from "#web/lib/announce.ts";
import { copied } from "#web/lib/clipboard.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { endToasts, toastError } from "#web/ui/toasts/toast.tsx";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";

/** Formats a code as "abcd-efgh-…"; the server accepts codes with and without hyphens. */
const grouped = (code: string) => code.replace(/(.{4})(?=.)/g, "$1-");

export function RecoveryCodesList({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const shown = codes.map(grouped);
  // The codes are here, so a message that they could not be made is over.
  useEffect(() => endToasts("recovery-codes:make"), []);

  async function copy(): Promise<void> {
    endToasts("recovery-codes:copy");
    if (!(await copied(shown.join("\n")))) return toastError("recovery-codes:copy", t.copyFailed);
    setCopied(true);
    announce(words.copied);
  }

  function download(): void {
    const text = [t.codesFile(location.origin), "", ...shown, "", t.codesOnce, ""].join("\r\n");
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
    const link = Object.assign(document.createElement("a"), { href: url, download: "aterstallningskoder.txt" });
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="text-body text-ink-2">{t.codesHelp}</p>
      <ul
        translate="no"
        aria-label={t.codesTitle}
        data-ground
        className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-track bg-sunken px-4 py-3 font-mono text-small text-ink phone:grid-cols-1"
      >
        {shown.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 phone:flex-col">
        <Button icon={isCopied ? Check : Copy} onPress={() => void copy()}>
          {isCopied ? words.copied : t.copyCodes}
        </Button>
        <Button icon={Download} onPress={download}>
          {t.downloadCodes}
        </Button>
      </div>
      <Button variant="primary" size="lg" wide onPress={onSaved}>
        {t.codesSaved}
      </Button>
    </div>
  );
}
