import { useState } from "react";
import { useWatch } from "react-hook-form";
import { DEVICE_TRAITS } from "#contract/devices.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { Form } from "#web/ui/forms/form.tsx";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import type { LprMacro } from "../api/lpr-macros.ts";
import type { ControllerPortalForm, ControllerValues } from "../controller-form-rules.ts";
import type { ContactState } from "../use-contact.ts";
import { ConnectionTest } from "./connection-test.tsx";
import { AddressFields, EnabledField, SignInFields, TypeAndNameFields } from "./controller-form-fields.tsx";
import { DeviceFactsPanel } from "./device-facts.tsx";
import { LprFields } from "./lpr-fields.tsx";
import { PlainAxisNote, PlainHttpNote } from "./plain-notes.tsx";

const RelayFields = lazyPart(
  () => import("./relay-fields.tsx"),
  (module) => module.RelayFields,
);

const LpvFields = lazyPart(
  () => import("./lpv-fields.tsx"),
  (module) => module.LpvFields,
);

export interface ControllerFormProps {
  form: ControllerPortalForm;
  id: string;
  saved: ControllerRow | null;
  contact: ContactState;
  isSaving: boolean;
  isPortTyped: boolean;
  onPortTyped: () => void;
  onTest: () => void;
  onSubmit: (values: ControllerValues) => Promise<void>;
}

export function ControllerForm(props: ControllerFormProps) {
  const { form, id, saved, contact, isSaving, isPortTyped, onPortTyped, onTest, onSubmit } = props;
  const { control } = form;
  const [macros, setMacros] = useState<LprMacro[] | null>(null);
  const type = useWatch({ control, name: "device_type" });
  const { kind, opensBy } = DEVICE_TRAITS[type];

  return (
    <Form form={form} id={id} onSubmit={onSubmit}>
      <TypeAndNameFields form={form} saved={saved} isPortTyped={isPortTyped} />
      <AddressFields form={form} saved={saved} isPortTyped={isPortTyped} onPortTyped={onPortTyped} />
      <SignInFields form={form} saved={saved} />
      {opensBy === "request" && <RelayFields form={form} saved={saved} isPortTyped={isPortTyped} />}
      {opensBy === "output" && <LpvFields form={form} saved={saved} />}
      <ConnectionTest
        form={form}
        formId={id}
        saved={saved}
        contact={contact}
        isSaving={isSaving}
        onTest={onTest}
        onMacros={setMacros}
      />
      {kind === "door" && <PlainAxisNote control={control} contact={contact} saved={saved} />}
      {kind === "gate" && <PlainHttpNote control={control} isRelay={opensBy !== "macro"} />}
      <EnabledField form={form} type={type} />
      {opensBy === "macro" && <LprFields form={form} saved={saved} macros={macros} onMacros={setMacros} />}
      {saved && <DeviceFactsPanel controllerId={saved.id} />}
    </Form>
  );
}
