// A choice from a long list, searched by typing. Fetched after the page it stands on: it weighs as much as the page.
import { lazy, Suspense } from "react";
import type { ComboBoxProps } from "./combo-box-field.tsx";
import { FieldLabel, fieldBox, fieldRoot } from "./field.tsx";

const Field = lazy(() => import("./combo-box-field.tsx").then((module) => ({ default: module.ComboBox<string> })));

/** Typing filters case-insensitively; leaving with a text that is no option goes back to the chosen one. */
export function ComboBox(props: ComboBoxProps<string>) {
  return (
    <Suspense fallback={<Waiting {...props} />}>
      <Field {...props} />
    </Suspense>
  );
}

/** Takes the place, so that nothing moves. */
function Waiting({ label, labelNote, optional, filter, className }: ComboBoxProps<string>) {
  return (
    <div aria-busy className={fieldRoot(className)}>
      {!filter && <FieldLabel label={label} labelNote={labelNote} optional={optional} />}
      <div className={fieldBox} />
    </div>
  );
}
