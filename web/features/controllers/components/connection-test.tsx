// Tests a connection. The result disappears when a tested field changes.
import { useQueryClient } from "@tanstack/react-query";
import { PlugZap } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { DEVICE_TRAITS } from "#contract/devices.ts";
import type { FindConnectionReply } from "#contract/functions/device-connection.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { isOldTls, tlsName } from "#contract/tls.ts";
import { errorSentence, FunctionError } from "#web/lib/calls/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { toastDone } from "#web/ui/toasts/toast.tsx";
import { CONTROLLERS_KEY } from "../api/get-controllers.ts";
import { type LprMacro, listMacros } from "../api/lpr-macros.ts";
import { useOldTls } from "../api/old-tls.ts";
import { testConnection } from "../api/test-connection.ts";
import { CONNECTION_FIELDS, type Connection, type ControllerPortalForm, isMoved } from "../controller-form-rules.ts";
import { describeDevice } from "../describe-device.ts";
import { readConnection } from "../read-connection.ts";
import { controllerDialogTexts } from "../texts/controller-dialog.sv.ts";
import { controllersTexts as t } from "../texts/controllers.sv.ts";
import { type ContactState, isTooOld } from "../use-contact.ts";
import { FirstCertificate } from "./first-certificate.tsx";
import { OldTlsOffer } from "./old-tls.tsx";

interface Answer {
  ok: boolean;
  text: string;
  about: string;
  isTooOld?: boolean;
}

/** Fields that a refusal of the portal itself may name; a device's own answer stands beside the button. */
const ANSWERED_FIELDS = ["device_ip", "device_port", "password"] as const;

export interface ConnectionTestProps {
  form: ControllerPortalForm;
  formId: string;
  saved: ControllerRow | null;
  contact: ContactState;
  /** A save waits for the certificate: accepting it saves. */
  isSaving: boolean;
  onTest: () => void;
  onMacros: (macros: LprMacro[]) => void;
}

export function ConnectionTest(props: ConnectionTestProps) {
  const { form, formId, saved, contact, isSaving, onTest, onMacros } = props;
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const oldTls = useOldTls(saved?.id ?? "");
  const about = useWatch({ control: form.control, name: ["device_type", ...CONNECTION_FIELDS] }).join("\n");
  const aboutNow = () => form.getValues(["device_type", ...CONNECTION_FIELDS]).join("\n");

  async function test(): Promise<void> {
    if (busy) return;
    onTest();
    const connection = await readConnection(form, saved);
    if (connection === null) return;
    setBusy(true);
    setAnswer(null);
    try {
      const ready = await prepared(connection);
      if (ready) await ask(ready);
    } catch (error) {
      const field = ANSWERED_FIELDS.find((name) => error instanceof FunctionError && error.field === name);
      if (field !== undefined)
        form.setError(field, { type: "manual", message: errorSentence(error) }, { shouldFocus: field === "password" });
      else
        setAnswer({
          ok: false,
          text: errorSentence(error),
          about: aboutNow(),
          isTooOld: DEVICE_TRAITS[form.getValues("device_type")].mayHaveOldTls && isTooOld(error),
        });
    } finally {
      setBusy(false);
    }
  }

  /** Returns the connection to test; null when nothing answers, or its certificate waits to be accepted. */
  async function prepared(connection: Connection): Promise<Connection | null> {
    const isStored = "controller_id" in connection;
    if (isStored && !contact.isOldTlsPressed()) return connection;
    const found = await contact.find();
    if (found === null || !contact.isAccepted(found)) return null;
    const isOld = contact.isOldTlsWanted(found);
    if (isOld && contact.isOldTlsPressed() && saved && found.certificate && !isMoved(form.getValues(), saved)) {
      await oldTls.mutateAsync(found.certificate.fingerprint);
      contact.oldTlsSaved();
      toastDone(controllerDialogTexts.oldTlsAllowed);
    }
    if (isStored) return connection;
    return { ...connection, ...placeOf(found), ...(isOld && { allow_old_tls: true }) };
  }

  async function ask(connection: Connection): Promise<void> {
    const { device_type, macro_id, relay_request: relay } = form.getValues();
    const reply = await testConnection(
      device_type,
      connection,
      DEVICE_TRAITS[device_type].opensBy === "request" ? { relay } : { macroId: macro_id?.trim() },
    );
    // The answer is stored, and the panel below shows it.
    if ("controller_id" in connection) void client.invalidateQueries({ queryKey: CONTROLLERS_KEY });
    setAnswer({ ok: true, text: describeDevice(device_type, reply), about: aboutNow() });
    // A failure here needs no error: the button that lists macros reports it.
    if (DEVICE_TRAITS[device_type].opensBy === "macro") await listMacros(connection).then(onMacros, () => undefined);
  }

  function submit(): void {
    const target = document.getElementById(formId);
    if (target instanceof HTMLFormElement) target.requestSubmit();
  }

  function allowOldTls(): void {
    contact.wantOldTls();
    if (isSaving) submit();
    else void test();
  }

  const { shown } = contact;
  const isOldTlsOffered = shown?.failure ? shown.isTooOld : answer?.about === about && answer.isTooOld === true;
  const certificate = shown?.found?.certificate;
  const said = shown?.failure ?? (answer?.about === about ? answer : null);
  // On a phone the button is the last visible element.
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (said !== null) outcome.current?.scrollIntoView({ block: "nearest" });
  }, [said]);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <Button icon={PlugZap} busy={busy} busyLabel={t.testing} onPress={() => void test()}>
          {t.test}
        </Button>
        <div ref={outcome} role="status" className="min-w-0 flex-1 basis-72 empty:hidden">
          {shown?.failure && (
            <Note
              tone="fail"
              {...(isSaving && {
                actions: [
                  {
                    label: saved ? controllerDialogTexts.saveAnyway : controllerDialogTexts.createAnyway,
                    onAction: () => {
                      contact.saveAnyway();
                      submit();
                    },
                  },
                ],
              })}
            >
              <p className="font-strong">{t.testFailed}</p>
              <p className="mt-0.5">{isOldTlsOffered ? controllerDialogTexts.oldTlsOnly : shown.failure}</p>
            </Note>
          )}
          {!shown?.failure && answer && answer.about === about && (
            <Note tone={answer.ok ? "ok" : "fail"}>
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
          onAccept={() => {
            contact.accept(certificate.fingerprint);
            if (isSaving) submit();
            else void test();
          }}
        />
      )}
    </div>
  );
}

function placeOf({ device_ip, device_port, certificate }: FindConnectionReply) {
  return { device_ip, device_port, ...(certificate && { fingerprint: certificate.fingerprint }) };
}

function usedWords(found: FindConnectionReply | null): string {
  if (found === null) return "";
  const { foundHttps, foundHttp, foundOldTls } = controllerDialogTexts;
  const version = found.certificate?.tls ?? null;
  if (version !== null && isOldTls(version)) return foundOldTls(found.device_port, tlsName(version));
  return found.scheme === "https" ? foundHttps(found.device_port) : foundHttp(found.device_port);
}
