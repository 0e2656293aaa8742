import { useState } from "react";
import { useWatch } from "react-hook-form";
import { DEVICE_TRAITS, type DeviceType } from "#contract/devices.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { Form } from "#web/ui/forms/form.tsx";
import { type FormPart, FormParts } from "#web/ui/forms/form-parts.tsx";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import type { LprMacro } from "../api/lpr-macros.ts";
import type { ControllerInput, ControllerPortalForm, ControllerValues } from "../controller-form-rules.ts";
import { controllerDialogTexts as t } from "../texts/controller-dialog.sv.ts";
import type { ContactState } from "../use-contact.ts";
import { ConnectionTest } from "./connection-test.tsx";
import { AddressFields, EnabledField, SignInFields, TypeAndNameFields } from "./controller-form-fields.tsx";
import { DeviceFactsPanel } from "./device-facts.tsx";
import { LprOpening, LprSystem } from "./lpr-fields.tsx";
import { PlainAxisNote, PlainHttpNote } from "./plain-notes.tsx";

const RelayOpening = lazyPart(
  () => import("./relay-fields.tsx"),
  (module) => module.RelayOpening,
);
const RelaySystem = lazyPart(
  () => import("./relay-fields.tsx"),
  (module) => module.RelaySystem,
);
const LpvOpening = lazyPart(
  () => import("./lpv-fields.tsx"),
  (module) => module.LpvOpening,
);
const LpvSystem = lazyPart(
  () => import("./lpv-fields.tsx"),
  (module) => module.LpvSystem,
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
  const { form, id, saved, onSubmit } = props;
  const { control } = form;
  const [macros, setMacros] = useState<LprMacro[] | null>(null);
  const type = useWatch({ control, name: "device_type" });
  const { kind, opensBy } = DEVICE_TRAITS[type];
  const gate = { form, saved };
  const parts: FormPart<ControllerInput>[] = [
    {
      id: "connection",
      title: t.connectionPart,
      fields: ["device_type", "name", "device_ip", "device_port", "username", "password", "enabled"],
      content: <ConnectionPart {...props} type={type} onMacros={setMacros} />,
    },
  ];
  if (kind === "gate")
    parts.push(
      {
        id: "opening",
        title: t.openingPart,
        fields: ["macro_id", "relay_request"],
        content: (
          <>
            {opensBy === "macro" && <LprOpening {...gate} macros={macros} onMacros={setMacros} />}
            {opensBy === "request" && <RelayOpening {...gate} isPortTyped={props.isPortTyped} />}
            {opensBy === "output" && <LpvOpening {...gate} />}
          </>
        ),
      },
      {
        id: "lpr",
        title: t.lprPart,
        fields: ["list_sync", "frame_source"],
        content: (
          <>
            {opensBy === "macro" && <LprSystem {...gate} />}
            {opensBy === "request" && <RelaySystem saved={saved} />}
            {opensBy === "output" && <LpvSystem {...gate} />}
          </>
        ),
      },
    );
  if (saved)
    parts.push({ id: "device", title: t.device, fields: [], content: <DeviceFactsPanel controllerId={saved.id} /> });

  return (
    <Form form={form} id={id} onSubmit={onSubmit}>
      <FormParts label={t.parts} control={control} parts={parts} />
    </Form>
  );
}

/** Holds the fields for the controller itself, its address and whether it answers. */
function ConnectionPart({
  form,
  id,
  saved,
  contact,
  isSaving,
  isPortTyped,
  onPortTyped,
  onTest,
  type,
  onMacros,
}: ControllerFormProps & { type: DeviceType; onMacros: (macros: LprMacro[]) => void }) {
  const { kind, opensBy } = DEVICE_TRAITS[type];
  return (
    <>
      <TypeAndNameFields form={form} saved={saved} isPortTyped={isPortTyped} />
      <AddressFields form={form} saved={saved} isPortTyped={isPortTyped} onPortTyped={onPortTyped} />
      <SignInFields form={form} saved={saved} />
      <ConnectionTest
        form={form}
        formId={id}
        saved={saved}
        contact={contact}
        isSaving={isSaving}
        onTest={onTest}
        onMacros={onMacros}
      />
      {kind === "door" && <PlainAxisNote control={form.control} contact={contact} saved={saved} />}
      {kind === "gate" && <PlainHttpNote control={form.control} isRelay={opensBy !== "macro"} />}
      <EnabledField form={form} type={type} />
    </>
  );
}
