// A calendar day, typed as yyyy-MM-dd or picked. A lazy part: react-aria's calendar is as large as a page.

import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import type { DatePickerProps } from "./date-picker-field.tsx";
import { FieldLabel, fieldBox, fieldRoot } from "./field.tsx";

/** A date picker. Value: yyyy-MM-dd, or null for none. */
export const DatePicker = lazyPart(
  () => import("./date-picker-field.tsx"),
  (module) => module.DatePicker,
  Waiting,
);

function Waiting({ label, labelNote, optional, className }: DatePickerProps) {
  return (
    <div aria-busy className={fieldRoot(className)}>
      <FieldLabel label={label} labelNote={labelNote} optional={optional} />
      <div className={fieldBox} />
    </div>
  );
}
