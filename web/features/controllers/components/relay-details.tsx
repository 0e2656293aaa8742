// Shows every part of the request, for relays without a preset and for those with other settings.
import { useState } from "react";
import { formTexts } from "#contract/forms/texts.ts";
import { RELAY_METHODS, RELAY_SIGN_INS, type RelayRequest, type RelayRule } from "#contract/relay.ts";
import { Select } from "#web/ui/choices/select.tsx";
import { TextAreaField, TextField } from "#web/ui/fields/text-field.tsx";
import { FormField } from "#web/ui/forms/form.tsx";
import type { ControllerPortalForm } from "../controller-form-rules.ts";
import { headerText, readHeaders } from "../relay-form.ts";
import { relayTexts as t } from "../texts/relay.sv.ts";

const RULES = ["none", "json", "contains", "absent", "empty"] as const;
const NEW_RULES: Record<(typeof RULES)[number], RelayRule | null> = {
  none: null,
  json: { kind: "json", field: "", value: "" },
  contains: { kind: "contains", text: "" },
  absent: { kind: "absent", text: "" },
  empty: { kind: "empty" },
};

export function RelayDetails({ form, request }: { form: ControllerPortalForm; request: RelayRequest }) {
  const { control } = form;
  const changed = { shouldDirty: true, shouldValidate: true };
  const [headers, setHeaders] = useState(headerText(request.headers));
  return (
    <div className="flex flex-col gap-4 border-t border-line p-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label={t.signIn}
          value={request.sign_in}
          options={RELAY_SIGN_INS.map((id) => ({ id, label: t.signIns[id] }))}
          onChange={(next) => form.setValue("relay_request.sign_in", next, changed)}
        />
        <Select
          label={t.method}
          value={request.method}
          options={RELAY_METHODS.map((id) => ({ id, label: id }))}
          onChange={(next) => form.setValue("relay_request.method", next, changed)}
        />
      </div>
      <FormField control={control} name="relay_request.path">
        {(field) => (
          <TextField {...field} value={field.value ?? ""} label={t.path} mono hint={t.pathHint} spellCheck={false} />
        )}
      </FormField>
      <FormField control={control} name="relay_request.headers">
        {({ name, onBlur, onChange, errorMessage }) => (
          <TextAreaField
            name={name}
            onBlur={onBlur}
            label={t.headers}
            optional
            rows={2}
            hint={t.headersHint}
            value={headers}
            errorMessage={form.formState.errors.relay_request?.headers ? formTexts.relay_headers : errorMessage}
            onChange={(text) => {
              setHeaders(text);
              onChange(readHeaders(text));
            }}
          />
        )}
      </FormField>
      <FormField control={control} name="relay_request.body">
        {({ inputRef: _inputRef, ...field }) => (
          <TextAreaField {...field} value={field.value ?? ""} label={t.body} optional rows={2} />
        )}
      </FormField>
      <RuleFields form={form} rule={request.success} />
      <FormField control={control} name="relay_request.probe">
        {(field) => (
          <TextField {...field} value={field.value ?? ""} label={t.probe} mono hint={t.probeHint} spellCheck={false} />
        )}
      </FormField>
    </div>
  );
}

function RuleFields({ form, rule }: { form: ControllerPortalForm; rule: RelayRule | null }) {
  return (
    <>
      <Select
        label={t.rule}
        value={rule?.kind ?? "none"}
        options={RULES.map((id) => ({ id, label: t.rules[id] }))}
        hint={rule ? t.ruleHint : t.noRuleHint}
        onChange={(next) => form.setValue("relay_request.success", NEW_RULES[next], { shouldDirty: true })}
      />
      {rule?.kind === "json" && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <RuleText form={form} name="relay_request.success.field" label={t.field} />
          <RuleText form={form} name="relay_request.success.value" label={t.value} />
        </div>
      )}
      {(rule?.kind === "contains" || rule?.kind === "absent") && (
        <RuleText form={form} name="relay_request.success.text" label={t.text} />
      )}
    </>
  );
}

function RuleText({
  form,
  name,
  label,
}: {
  form: ControllerPortalForm;
  name: "relay_request.success.field" | "relay_request.success.value" | "relay_request.success.text";
  label: string;
}) {
  return (
    <FormField control={form.control} name={name}>
      {(field) => (
        <TextField {...field} value={field.value ?? ""} label={label} mono autoComplete="off" spellCheck={false} />
      )}
    </FormField>
  );
}
