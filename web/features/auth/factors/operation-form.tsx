import type { ReactNode } from "react";
import { SubmitButton } from "../submit-button.tsx";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";

export interface OperationFormProps {
  busy: boolean;
  /** Label of the submit button. */
  label: string;
  onSubmit: () => Promise<void>;
  /** Shown above the button, and below it. */
  children: ReactNode;
  below?: ReactNode;
}

/** Shows a form with one field and its button. A press in a dialog's form does not submit a surrounding form. */
export function OperationForm({ busy, label, onSubmit, children, below }: OperationFormProps) {
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void onSubmit();
      }}
    >
      {children}
      <SubmitButton busy={busy} busyLabel={t.confirming}>
        {label}
      </SubmitButton>
      {below}
    </form>
  );
}
