// Forms: react-hook-form with a zod schema of contract/forms; errors show on blur first and then on each key.
import { zodResolver } from "@hookform/resolvers/zod";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import {
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
  useController,
  useForm,
  useFormState,
} from "react-hook-form";
import { z } from "zod";
import { ownWord } from "#contract/own-word.ts";
import { FunctionError } from "#web/lib/calls/errors.ts";
import { words } from "#web/texts/words.sv.ts";
import type { FieldBinding } from "#web/ui/fields/field.tsx";
import { createErrorScope, endToasts, toastError } from "#web/ui/toasts/toast.tsx";
import { leadsToPart } from "./form-parts.tsx";

/** Options of a reset that only replaces the default values of an open form. */
export const KEPT = {
  keepValues: true,
  keepDirty: true,
  keepErrors: true,
  keepTouched: true,
  keepIsSubmitted: true,
  keepSubmitCount: true,
};

export type PortalForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output>;

/** Creates a form. `values` are the fields' (strings stay strings: ""); the submit handler gets the schema's output. */
export function usePortalForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): PortalForm<Input, Output> {
  return useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: "onTouched",
    reValidateMode: "onChange",
    shouldFocusError: true,
  });
}

export interface FormProps<Input extends FieldValues, Output> {
  form: PortalForm<Input, Output>;
  /** Submits the form. A thrown FunctionError whose `field` is the form's shows its sentence there; `onSubmit` handles the rest. */
  onSubmit: (values: Output) => Promise<void> | void;
  /** Lets a button outside (a dialog's footer) submit: `<Button type="submit" form={id}>`. */
  id?: string | undefined;
  /** Labels by field name, for the summary shown when more than three fields are wrong. */
  labels?: Partial<Record<FieldPath<Input>, string>> | undefined;
  /** Show the specification's "Formuläret innehåller felaktiga värden…" toast when submitted with errors. */
  toastInvalid?: boolean | undefined;
  children: ReactNode;
  className?: string | undefined;
}

const INVALID = "form:invalid";

/** Shows a <form> without browser validation. A second submit while the first runs does nothing. */
export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { form, onSubmit, id, labels, toastInvalid, children, className } = props;
  const [errorsHere] = useState(createErrorScope);
  useEffect(() => {
    errorsHere.open();
    return errorsHere.close;
  }, [errorsHere]);
  const submit = form.handleSubmit(
    async (values) => {
      errorsHere.drop();
      try {
        await errorsHere.during(() => onSubmit(values));
      } catch (error) {
        if (!showAtField(form, error)) throw error;
      }
    },
    () => {
      if (toastInvalid) toastError(INVALID, words.invalidForm);
    },
  );
  return (
    <form
      id={id}
      noValidate
      className={className ?? "flex flex-col gap-4"}
      onSubmit={(event) => {
        event.preventDefault();
        // For a form in a dialog in a form: React bubbles submit through portals.
        event.stopPropagation();
        if (!form.formState.isSubmitting) void submit(event);
      }}
    >
      <ErrorSummary control={form.control} labels={labels} />
      {toastInvalid && <InvalidUntilFixed control={form.control} />}
      {children}
    </form>
  );
}

export interface FormFieldProps<Input extends FieldValues, Name extends FieldPath<Input>, Output> {
  control: Control<Input, unknown, Output>;
  name: Name;
  children: (field: FieldBinding<FieldPathValue<Input, Name>>) => ReactNode;
}

/** Binds a field to the form. Leaving an empty field for another part of the form is no error yet. */
export function FormField<Input extends FieldValues, Name extends FieldPath<Input>, Output>({
  control,
  name,
  children,
}: FormFieldProps<Input, Name, Output>) {
  const { field, fieldState } = useController<Input, Name, Output>({ control, name });
  return children({
    name: field.name,
    value: field.value,
    onChange: field.onChange,
    onBlur: (event?: unknown) => {
      if (field.value !== "" || !leadsToPart(event)) field.onBlur();
    },
    errorMessage: fieldState.error ? (fieldState.error.message ?? words.required) : undefined,
    inputRef: field.ref,
  });
}

/** Removes the toast of an invalid form as soon as no field is wrong. */
function InvalidUntilFixed<Input extends FieldValues, Output>({
  control,
}: {
  control: Control<Input, unknown, Output>;
}) {
  const { errors } = useFormState<Input, Output>({ control });
  const isFixed = Object.keys(errors).length === 0;
  useEffect(() => {
    if (isFixed) endToasts(INVALID);
  }, [isFixed]);
  return null;
}

const SUMMARY_FROM = 4;

function ErrorSummary<Input extends FieldValues, Output>({
  control,
  labels,
}: {
  control: Control<Input, unknown, Output>;
  labels: Partial<Record<string, string>> | undefined;
}) {
  const { errors, submitCount } = useFormState<Input, Output>({ control });
  const names = Object.keys(errors);
  const labelled = (name: string) => {
    const label = ownWord(labels ?? {}, name);
    return label ? `${label}: ` : "";
  };
  if (submitCount === 0 || names.length < SUMMARY_FROM) return null;
  return (
    <div role="alert" data-ground className="rounded-track bg-fail-soft px-3 py-2.5 text-small text-fail-ink">
      <p className="flex items-center gap-2 font-strong">
        <CircleAlert aria-hidden size={16} />
        {words.errorSummary(names.length)}
      </p>
      <ul className="mt-1.5 flex flex-col gap-0.5 pl-6">
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="ring-focus rounded-check text-left underline"
              onClick={() => focusField(name)}
            >
              {labelled(name)}
              {sentence(errors[name])}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function sentence(error: unknown): string {
  const parsed = z.object({ message: z.string().min(1) }).safeParse(error);
  return parsed.success ? parsed.data.message : words.required;
}

function focusField(name: string): void {
  const field = CSS.escape(name);
  document.querySelector<HTMLElement>(`[name="${field}"],[data-field="${field}"]`)?.focus();
}

function showAtField<Input extends FieldValues, Output>(form: PortalForm<Input, Output>, error: unknown): boolean {
  if (!(error instanceof FunctionError) || error.field === undefined) return false;
  const { field } = error;
  const values = form.getValues();
  const isField = (name: string): name is FieldPath<Input> => Object.hasOwn(values, name);
  if (!isField(field)) return false;
  form.setError(field, { type: "server", message: error.message }, { shouldFocus: true });
  return true;
}
