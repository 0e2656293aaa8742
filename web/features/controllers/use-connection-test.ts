// Tests a connection. The result disappears when a tested field changes.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { DEVICE_TRAITS } from "#contract/devices.ts";
import type { FoundConnection } from "#contract/functions/device-connection.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { errorSentence, FunctionError, isCancelled } from "#web/lib/calls/errors.ts";
import { type Lead, leadOf } from "#web/ui/toasts/refusal-leads.ts";
import { toastDone } from "#web/ui/toasts/toast.tsx";
import { CONTROLLERS_KEY } from "./api/get-controllers.ts";
import { type LprMacro, listMacros } from "./api/lpr-macros.ts";
import { useOldTls } from "./api/old-tls.ts";
import { testConnection } from "./api/test-connection.ts";
import {
  CONNECTION_FIELDS,
  type Connection,
  type ControllerPortalForm,
  isMoved,
  placeKey,
} from "./controller-form-rules.ts";
import { describeDevice } from "./describe-device.ts";
import { readConnection } from "./read-connection.ts";
import { controllerDialogTexts } from "./texts/controller-dialog.sv.ts";
import { type ContactState, isTooOld } from "./use-contact.ts";

interface Answer {
  ok: boolean;
  text: string;
  about: string;
  isTooOld?: boolean;
  /** Leads to the act that resolves a refusal. */
  lead?: Lead | null;
}

/** Fields that a refusal of the portal itself may name; a device's own answer stands beside the button. */
const ANSWERED_FIELDS = ["device_ip", "device_port", "password"] as const;

export interface ConnectionTestOptions {
  form: ControllerPortalForm;
  formId: string;
  saved: ControllerRow | null;
  contact: ContactState;
  /** True while a save waits until the certificate is accepted. */
  isSaving: boolean;
  onTest: () => void;
  onMacros: (macros: LprMacro[]) => void;
}

/** Returns the outcome of the last test of these values, and functions that test, accept or save them. */
export function useConnectionTest(options: ConnectionTestOptions) {
  const { form, formId, saved, contact, isSaving, onTest, onMacros } = options;
  const [last, setLast] = useState<Answer | null>(null);
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const oldTls = useOldTls(saved?.id ?? "");
  const about = useWatch({ control: form.control, name: ["device_type", ...CONNECTION_FIELDS] }).join("\n");
  const aboutNow = () => form.getValues(["device_type", ...CONNECTION_FIELDS]).join("\n");
  const accountNow = () => form.getValues(["device_type", "username", "password"]).join("\n");
  const isAtPlace = (connection: Connection) =>
    "controller_id" in connection || placeKey(connection) === placeKey(form.getValues());

  async function test(): Promise<void> {
    if (busy) return;
    onTest();
    const connection = await readConnection(form, saved);
    if (connection === null) return;
    setBusy(true);
    setLast(null);
    const account = accountNow();
    let tested = "";
    try {
      const preparing = prepared(connection);
      // Finding began at the address that was typed, and has written the one that it found. What is typed meanwhile is not tested.
      tested = aboutNow();
      const ready = await preparing;
      if (!ready || !isAtPlace(ready) || accountNow() !== account) return;
      tested = aboutNow();
      await ask(ready, tested);
    } catch (error) {
      if (isCancelled(error)) return setLast(null);
      const field = ANSWERED_FIELDS.find((name) => error instanceof FunctionError && error.field === name);
      if (field === undefined)
        setLast({
          ok: false,
          text: errorSentence(error),
          about: tested,
          lead: leadOf(error),
          isTooOld: DEVICE_TRAITS[form.getValues("device_type")].mayHaveOldTls && isTooOld(error),
        });
      else if (aboutNow() === tested)
        form.setError(field, { type: "manual", message: errorSentence(error) }, { shouldFocus: field === "password" });
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
      toastDone("controller:old-tls", controllerDialogTexts.oldTlsAllowed);
    }
    if (isStored) return connection;
    return { ...connection, ...placeOf(found), ...(isOld && { allow_old_tls: true }) };
  }

  async function ask(connection: Connection, tested: string): Promise<void> {
    const { device_type, macro_id, relay_request: relay } = form.getValues();
    const reply = await testConnection(
      device_type,
      connection,
      DEVICE_TRAITS[device_type].opensBy === "request" ? { relay } : { macroId: macro_id?.trim() },
    );
    // The server has stored the answer; the panel below shows it after another reading.
    if ("controller_id" in connection) void client.invalidateQueries({ queryKey: CONTROLLERS_KEY });
    setLast({ ok: true, text: describeDevice(device_type, reply), about: tested });
    // A failure here needs no error: the button that lists macros reports it.
    if (DEVICE_TRAITS[device_type].opensBy === "macro") await listMacros(connection).then(onMacros, () => undefined);
  }

  function submit(): void {
    const target = document.getElementById(formId);
    if (target instanceof HTMLFormElement) target.requestSubmit();
  }

  /** Continues the step that waited for a person's consent: the save, else the test. */
  function proceed(): void {
    if (isSaving) submit();
    else void test();
  }

  const { shown } = contact;
  const answer = last?.about === about ? last : null;
  return {
    busy,
    answer,
    isOldTlsOffered: shown?.failure ? shown.isTooOld : answer?.isTooOld === true,
    test: () => void test(),
    allowOldTls: () => {
      contact.wantOldTls();
      proceed();
    },
    accept: (fingerprint: string) => {
      contact.accept(fingerprint);
      proceed();
    },
    saveAnyway: () => {
      contact.saveAnyway();
      submit();
    },
  };
}

function placeOf({ device_ip, device_port, certificate }: FoundConnection) {
  return { device_ip, device_port, ...(certificate && { fingerprint: certificate.fingerprint }) };
}
