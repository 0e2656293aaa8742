import { PlugZap } from "lucide-react";
import { useEffect, useRef } from "react";
import type { FoundConnection } from "#contract/functions/device-connection.ts";
import { isOldTls, tlsName } from "#contract/tls.ts";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { controllerDialogTexts } from "../texts/controller-dialog.sv.ts";
import { controllersTexts as t } from "../texts/controllers.sv.ts";
import { type ConnectionTestOptions, useConnectionTest } from "../use-connection-test.ts";
import { FirstCertificate } from "./first-certificate.tsx";
import { OldTlsOffer } from "./old-tls.tsx";

export function ConnectionTest(props: ConnectionTestOptions) {
  const { shown } = props.contact;
  const connection = useConnectionTest(props);
  const { busy, answer, isOldTlsOffered, test, allowOldTls, accept, saveAnyway } = connection;
  const certificate = shown?.found?.certificate;
  const said = shown?.failure ?? answer;
  // On a phone the button is the last visible element.
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (said !== null) outcome.current?.scrollIntoView({ block: "nearest" });
  }, [said]);
  const save = {
    label: props.saved ? controllerDialogTexts.saveAnyway : controllerDialogTexts.createAnyway,
    onAction: saveAnyway,
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <Button icon={PlugZap} busy={busy} busyLabel={t.testing} onPress={test}>
          {t.test}
        </Button>
        <div ref={outcome} role="status" className="min-w-0 flex-1 basis-72 empty:hidden">
          {shown?.failure && (
            <Note tone="fail" {...(props.isSaving && { actions: [save] })}>
              <p className="font-strong">{t.testFailed}</p>
              <p className="mt-0.5">{isOldTlsOffered ? controllerDialogTexts.oldTlsOnly : shown.failure}</p>
            </Note>
          )}
          {!shown?.failure && answer && (
            <Note tone={answer.ok ? "ok" : "fail"} actions={answer.lead ? [answer.lead] : []}>
              <p className="font-strong">{answer.ok ? t.testOk : t.testFailed}</p>
              {answer.text !== "" && (
                <p className="mt-0.5">{isOldTlsOffered ? controllerDialogTexts.oldTlsOnly : answer.text}</p>
              )}
              {answer.ok && shown?.found && <p className="mt-0.5">{usedWords(shown.found)}</p>}
            </Note>
          )}
        </div>
      </div>
      {isOldTlsOffered && <OldTlsOffer busy={busy} onAllow={allowOldTls} />}
      {shown && certificate && (
        <FirstCertificate
          certificate={certificate}
          used={usedWords(shown.found)}
          isAccepted={shown.isSettled}
          onAccept={() => accept(certificate.fingerprint)}
        />
      )}
    </div>
  );
}

function usedWords(found: FoundConnection | null): string {
  if (found === null) return "";
  const { foundHttps, foundHttp, foundOldTls } = controllerDialogTexts;
  const version = found.certificate?.tls ?? null;
  if (version !== null && isOldTls(version)) return foundOldTls(found.device_port, tlsName(version));
  return found.scheme === "https" ? foundHttps(found.device_port) : foundHttp(found.device_port);
}
