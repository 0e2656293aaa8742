// The result disappears when what it tested is changed.
import { PlugZap } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { errorSentence } from "#web/lib/errors.ts";
import { controllersTexts as t } from "#web/texts/controllers.ts";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { type LprMacro, listMacros } from "../api/lpr-macros.ts";
import { testConnection } from "../api/test-connection.ts";
import { CONNECTION_FIELDS, type ControllerPortalForm } from "../controller-form-rules.ts";
import { describeDevice } from "../describe-device.ts";
import { readConnection } from "../read-connection.ts";

interface Answer {
  ok: boolean;
  text: string;
  about: string;
}

export interface ConnectionTestProps {
  form: ControllerPortalForm;
  saved: ControllerRow | null;
  onMacros: (macros: LprMacro[]) => void;
}

export function ConnectionTest({ form, saved, onMacros }: ConnectionTestProps) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [busy, setBusy] = useState(false);
  const about = useWatch({ control: form.control, name: ["device_type", ...CONNECTION_FIELDS] }).join("\n");

  async function test(): Promise<void> {
    if (busy) return;
    const connection = await readConnection(form, saved);
    if (connection === null) return;
    const { device_type, macro_id } = form.getValues();
    setBusy(true);
    setAnswer(null);
    try {
      const reply = await testConnection(device_type, connection, macro_id?.trim());
      setAnswer({ ok: true, text: describeDevice(device_type, reply), about });
      // Not worth an error of its own: the button that lists macros reports it.
      if (device_type === "axxon_lpr") await listMacros(connection).then(onMacros, () => undefined);
    } catch (error) {
      setAnswer({ ok: false, text: errorSentence(error), about });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="flex flex-wrap items-start gap-3">
      <Button icon={PlugZap} busy={busy} busyLabel={t.testing} onPress={() => void test()}>
        {t.test}
      </Button>
      <div role="status" className="min-w-0 flex-1 basis-72 empty:hidden">
        {answer && answer.about === about && (
          <Note tone={answer.ok ? "ok" : "fail"}>
            <p className="font-strong">{answer.ok ? t.testOk : t.testFailed}</p>
            {answer.text !== "" && <p className="mt-0.5">{answer.text}</p>}
          </Note>
        )}
      </div>
    </div>
  );
}
